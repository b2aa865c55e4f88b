package io.tenure.client.error;

import io.tenure.client.view.Holder;
import java.util.List;

/**
 * Others held what was asked for until the time to wait was over. The service has said so: nothing
 * was granted. A service that says nothing in time is an {@link IndeterminateException}.
 */
public final class TimedOutException extends NotAcquiredException {
  public TimedOutException(String message, List<Holder> holders, int waiting) {
    super(Reason.TIMED_OUT, message, holders, waiting);
  }
}
