package io.tenure.client.error;

import io.tenure.client.Loss;

/**
 * The session has ended, and all its holds have ended with it. A request that was in progress may
 * have been executed; if so, its effect has ended with the session.
 */
public final class SessionLostException extends TenureException {
  private final Loss loss;

  public SessionLostException(Loss loss, String message) {
    super(Reason.SESSION_UNKNOWN, message, null);
    this.loss = loss;
  }

  /** Returns why the session ended. */
  public Loss loss() {
    return loss;
  }
}
