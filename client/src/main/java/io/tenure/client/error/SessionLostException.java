package io.tenure.client.error;

import io.tenure.client.Loss;

/**
 * The session is over, and every hold with it. What was under way may have been done, and has ended
 * with the session.
 */
public final class SessionLostException extends TenureException {
  private final Loss loss;

  public SessionLostException(Loss loss, String message) {
    super(Reason.SESSION_UNKNOWN, message, null);
    this.loss = loss;
  }

  public Loss loss() {
    return loss;
  }
}
