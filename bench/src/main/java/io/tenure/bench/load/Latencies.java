package io.tenure.bench.load;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How long something took, each time. */
final class Latencies {
  private static final long FINEST_NANOS = TimeUnit.MICROSECONDS.toNanos(1);
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Histogram histogram = new Histogram(FINEST_NANOS, LONGEST_NANOS, DIGITS);

  void record(long nanos) {
    histogram.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
  }

  long count() {
    return histogram.getTotalCount();
  }

  /** What so many percent stayed at or below; 0 if there was nothing. */
  double percentileMillis(double percent) {
    return histogram.getValueAtPercentile(percent) / NANOS_PER_MILLI;
  }

  double maxMillis() {
    return histogram.getMaxValue() / NANOS_PER_MILLI;
  }

  void reset() {
    histogram.reset();
  }
}
