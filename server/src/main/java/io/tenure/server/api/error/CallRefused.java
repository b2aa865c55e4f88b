package io.tenure.server.api.error;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;

/** Ends a call before anything was proposed. Carries no stack trace: it is the caller's doing. */
public final class CallRefused extends RuntimeException {
  private final transient Error error;

  public CallRefused(Error error) {
    super(error.getMessage(), null, false, false);
    this.error = error;
  }

  public CallRefused(Reason reason, String message) {
    this(Errors.error(reason, message));
  }

  public Error error() {
    return error;
  }
}
