package io.tenure.client;

import java.util.List;

/** It was not granted for as long as it was to wait. It waits no longer. */
public final class TimedOutException extends NotAcquiredException {
  TimedOutException(String message, List<Holder> holders, int waiting) {
    super(Reason.TIMED_OUT, message, holders, waiting);
  }
}
