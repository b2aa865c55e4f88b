package io.tenure.compare.driver.meter;

import io.tenure.compare.result.Latency;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/** Records latencies from any thread, in nanoseconds. */
public final class LatencyRecorder {
  private static final long FINEST_NANOS = TimeUnit.MICROSECONDS.toNanos(1);
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MICRO = 1e3;

  private final AtomicHistogram histogram =
      new AtomicHistogram(FINEST_NANOS, LONGEST_NANOS, DIGITS);

  /** Records one latency. Values out of range are recorded at the nearest end of the range. */
  public void record(long nanos) {
    histogram.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
  }

  /** Everything that was recorded so far. */
  public Latency latency() {
    return new Latency(
        histogram.getTotalCount(),
        histogram.getMean() / NANOS_PER_MICRO,
        micros(50),
        micros(90),
        micros(99),
        micros(99.9),
        histogram.getMaxValue() / NANOS_PER_MICRO,
        encoded());
  }

  private double micros(double percent) {
    return histogram.getValueAtPercentile(percent) / NANOS_PER_MICRO;
  }

  private String encoded() {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /** Decodes the histogram of a latency; its unit is nanoseconds. */
  public static Histogram histogram(Latency latency) {
    ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(latency.histogram()));
    try {
      return Histogram.decodeFromCompressedByteBuffer(buffer, 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("histogram: not a compressed HdrHistogram", e);
    }
  }
}
