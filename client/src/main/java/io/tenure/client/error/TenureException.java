package io.tenure.client.error;

import org.jspecify.annotations.Nullable;

/**
 * What was asked for did not happen, or it is not known whether it did. Which of these, the
 * subclass tells:
 *
 * <table>
 * <caption>The family</caption>
 * <tr><td>{@link NotAcquiredException}</td><td>others hold what was asked for</td></tr>
 * <tr><td>{@link TimedOutException}</td><td>still held by others when the time to wait was over</td></tr>
 * <tr><td>{@link DeadlockException}</td><td>it would have waited for ever</td></tr>
 * <tr><td>{@link SessionLostException}</td><td>the session is over, and every hold with it</td></tr>
 * <tr><td>{@link RefusedException}</td><td>it cannot be done as it was asked</td></tr>
 * <tr><td>{@link UnavailableException}</td><td>the service could not be reached, or has not taken
 * the call; nothing was done</td></tr>
 * <tr><td>{@link IndeterminateException}</td><td>no answer came; it may have been done, or may
 * still be done</td></tr>
 * </table>
 */
public abstract sealed class TenureException extends RuntimeException
    permits DeadlockException,
        IndeterminateException,
        NotAcquiredException,
        RefusedException,
        SessionLostException,
        UnavailableException {
  private final Reason reason;

  TenureException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public final Reason reason() {
    return reason;
  }
}
