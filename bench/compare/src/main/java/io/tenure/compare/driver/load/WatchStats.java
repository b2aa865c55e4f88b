package io.tenure.compare.driver.load;

import io.tenure.compare.driver.meter.LatencyRecorder;
import io.tenure.compare.result.WatcherResult;
import java.util.concurrent.atomic.LongAdder;

/** Counts notifications and their delays, from the threads of all key changers. */
final class WatchStats {
  private final LatencyRecorder delays = new LatencyRecorder();
  private final LatencyRecorder sinceIntended = new LatencyRecorder();
  private final LongAdder changes = new LongAdder();
  private final LongAdder received = new LongAdder();
  private final LongAdder missing = new LongAdder();

  /**
   * Adds a change whose notifications are not awaited any longer.
   *
   * @param returnedNanos when the call that made the change returned
   */
  void add(KeyChange change, long returnedNanos) {
    changes.increment();
    for (int watcher = 0; watcher < change.watchers(); watcher++) {
      if (change.wasNotified(watcher)) {
        received.increment();
        delays.record(change.notifiedNanos(watcher) - returnedNanos);
        sinceIntended.record(change.notifiedNanos(watcher) - change.dueNanos());
      } else {
        missing.increment();
      }
    }
  }

  long changes() {
    return changes.sum();
  }

  long received() {
    return received.sum();
  }

  WatcherResult result() {
    return new WatcherResult(
        changes.sum(), missing.sum(), delays.latency(), sinceIntended.latency());
  }
}
