package io.tenure.client;

import java.util.List;

/**
 * It was not granted for as long as it was to wait, or, if the service did not say so in time, not
 * that this client knows of. It waits no longer; should it have been granted at the last moment,
 * the hold is given back.
 */
public final class TimedOutException extends NotAcquiredException {
  TimedOutException(String message, List<Holder> holders, int waiting) {
    super(Reason.TIMED_OUT, message, holders, waiting);
  }
}
