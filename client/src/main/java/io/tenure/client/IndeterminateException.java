package io.tenure.client;

import org.jspecify.annotations.Nullable;

/**
 * No answer came in time, or none that tells what became of the call. It may have been done, or may
 * still be done.
 *
 * <p>What is left behind: an acquire is withdrawn in the background until the service has answered
 * that, and what was granted is released; before that it may be granted, and be held by nobody. A
 * release and a new value go on in the background. All of these end with the session at the latest.
 * A plain call ({@link PlainLocks}, {@link ClusterAdmin}) is neither withdrawn nor repeated.
 */
public final class IndeterminateException extends TenureException {
  IndeterminateException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason, message, cause);
  }
}
