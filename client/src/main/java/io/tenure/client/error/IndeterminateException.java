package io.tenure.client.error;

import io.tenure.client.Hold;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.plain.PlainLocks;
import org.jspecify.annotations.Nullable;

/**
 * The result of the call is not known: no answer came in time, or the answer does not tell what
 * happened. The call may have been executed, or may still be executed.
 *
 * <p>The client continues in the background:
 *
 * <ul>
 *   <li>An acquire is withdrawn, repeatedly until the service answers; a hold that was granted
 *       meanwhile is released. Until then the request can be granted and keep others out, although
 *       no handle refers to it.
 *   <li>A release is repeated until the service answers.
 *   <li>A new value ({@link Hold#setValue}) is repeated until the service answers, if no answer
 *       came in time ({@link Reason#NO_ANSWER}). If the service answered with an error, it is not
 *       repeated.
 * </ul>
 *
 * <p>All of this ends with the session at the latest. A call of {@link PlainLocks} or {@link
 * ClusterAdmin} is neither withdrawn nor repeated.
 */
public final class IndeterminateException extends TenureException {
  public IndeterminateException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason, message, cause);
  }
}
