package io.tenure.compare.driver.load;

import java.util.Arrays;

/** The times of a worker's requests and of their grants, in order. Written by the worker. */
final class GrantLog {
  private static final int INITIAL_GRANTS = 1_024;

  private long[] times = new long[2 * INITIAL_GRANTS];
  private int count;

  synchronized void add(long sentNanos, long grantedNanos) {
    if (2 * count == times.length) {
      times = Arrays.copyOf(times, 2 * times.length);
    }
    times[2 * count] = sentNanos;
    times[2 * count + 1] = grantedNanos;
    count++;
  }

  synchronized void clear() {
    count = 0;
  }

  synchronized int count() {
    return count;
  }

  /** When the first request sent after a time was granted; {@link Long#MAX_VALUE} if none was. */
  synchronized long firstSentAfter(long nanos) {
    // A linear search is enough: the log is short, and this is called every 10 ms at most.
    for (int i = 0; i < count; i++) {
      if (times[2 * i] - nanos >= 0) {
        return times[2 * i + 1];
      }
    }
    return Long.MAX_VALUE;
  }

  synchronized long[] grantedNanos() {
    long[] granted = new long[count];
    for (int i = 0; i < count; i++) {
      granted[i] = times[2 * i + 1];
    }
    return granted;
  }
}
