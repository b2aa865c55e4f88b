package io.tenure.client.error;

import io.tenure.client.view.Holder;
import java.util.List;

/**
 * Others still held the lock when the wait timeout expired. The service has confirmed this: nothing
 * was granted. If the service does not answer in time, the call throws {@link
 * IndeterminateException} instead.
 */
public final class TimedOutException extends NotAcquiredException {
  public TimedOutException(String message, List<Holder> holders, int waiting) {
    super(Reason.TIMED_OUT, message, holders, waiting);
  }
}
