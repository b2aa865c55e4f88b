package io.tenure.client.error;

import org.jspecify.annotations.Nullable;

/**
 * Something that was requested did not happen, or it is not known whether it happened. The subclass
 * says which:
 *
 * <table>
 * <caption>Exceptions</caption>
 * <tr><td>{@link NotAcquiredException}</td><td>others hold the lock; nothing was done</td></tr>
 * <tr><td>{@link TimedOutException}</td><td>others still held the lock when the wait
 * timeout expired; nothing was done</td></tr>
 * <tr><td>{@link DeadlockException}</td><td>the request would have waited for ever; nothing was
 * done</td></tr>
 * <tr><td>{@link RefusedException}</td><td>the request cannot be granted as it is; nothing was
 * done</td></tr>
 * <tr><td>{@link UnavailableException}</td><td>the service is unreachable or did not accept the call;
 * nothing was done</td></tr>
 * <tr><td>{@link SessionLostException}</td><td>the session has ended, and all its holds with
 * it</td></tr>
 * <tr><td>{@link IndeterminateException}</td><td>the result is not known; the call may have been executed, or
 * may still be executed</td></tr>
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

  /** Returns the stable code of the failure. */
  public final Reason reason() {
    return reason;
  }
}
