package io.tenure.client.error;

import io.tenure.client.Hold;
import io.tenure.client.plain.PlainLocks;
import org.jspecify.annotations.Nullable;

/**
 * No answer came in time, or none that tells what became of the call. It may have been done, or may
 * still be done.
 *
 * <p>What goes on in the background:
 *
 * <ul>
 *   <li>An acquire is withdrawn, until the service has answered that, and what was granted is
 *       released. Before that it may be granted, and be held by nobody.
 *   <li>A release is sent until the service has answered it.
 *   <li>A new value ({@link Hold#setValue}) is sent until the service has answered it if no answer
 *       came in time ({@link Reason#NO_ANSWER}). If the service has answered with an error, it is
 *       not sent again.
 * </ul>
 *
 * <p>All of these end with the session at the latest. A plain call ({@link PlainLocks}, {@link
 * ClusterAdmin}) is neither withdrawn nor repeated.
 */
public final class IndeterminateException extends TenureException {
  public IndeterminateException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason, message, cause);
  }
}
