package io.tenure.compare.driver;

import java.util.Arrays;

/** When a worker sent its requests and when they were granted, in that order. */
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

  /** When the first request that was sent after a time was granted; the maximum if none was. */
  synchronized long firstSentAfter(long nanos) {
    // The first one is near the end when this matters, but there are few, and it is asked rarely.
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
