package io.tenure.client;

/** The session is over, and every hold with it. */
public final class SessionLostException extends TenureException {
  private final Loss loss;

  SessionLostException(Loss loss, String message) {
    super(Reason.SESSION_UNKNOWN, message, null);
    this.loss = loss;
  }

  public Loss loss() {
    return loss;
  }
}
