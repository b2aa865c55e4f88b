package io.tenure.server.grpc;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;

/** Ends a call before anything was proposed. Carries no stack trace: it is the caller's doing. */
final class CallRefused extends RuntimeException {
  private final transient Error error;

  CallRefused(Error error) {
    super(error.getMessage(), null, false, false);
    this.error = error;
  }

  CallRefused(Reason reason, String message) {
    this(Errors.error(reason, message));
  }

  Error error() {
    return error;
  }
}
