package io.tenure.compare.driver.load;

import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Timeline;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds in the grant logs of the workers how long a failure of the leader interrupted them. */
final class GapDetector {
  static final int BUCKET_MILLIS = 10;
  static final int BUCKETS_BEFORE = 100;
  private static final long BUCKET_NANOS = BUCKET_MILLIS * 1_000_000L;
  private static final double NANOS_PER_MILLI = 1e6;

  private final List<GrantLog> logs;
  private final long failedNanos;

  GapDetector(List<GrantLog> logs, long failedNanos) {
    this.logs = logs;
    this.failedNanos = failedNanos;
  }

  /** Whether every worker had a grant of a request that was sent after the failure. */
  boolean over() {
    return logs.stream().allMatch(log -> log.firstSentAfter(failedNanos) != Long.MAX_VALUE);
  }

  /** The gap as far as it is known now. */
  Gap gap(long nowNanos, long errors) {
    long[] first = logs.stream().mapToLong(log -> log.firstSentAfter(failedNanos)).toArray();
    long[] grants =
        logs.stream().flatMapToLong(log -> Arrays.stream(log.grantedNanos())).sorted().toArray();
    return new Gap(
        millis(Arrays.stream(first).min().orElse(Long.MAX_VALUE)),
        millis(Arrays.stream(first).max().orElse(Long.MAX_VALUE)),
        silenceNanos(grants, nowNanos) / NANOS_PER_MILLI,
        errors,
        timeline(grants, nowNanos));
  }

  private @Nullable Double millis(long nanos) {
    return nanos == Long.MAX_VALUE ? null : (nanos - failedNanos) / NANOS_PER_MILLI;
  }

  /** The longest time between two grants of which the second came after the failure. */
  private long silenceNanos(long[] grants, long nowNanos) {
    long longest = 0;
    long last = failedNanos;
    for (long granted : grants) {
      if (granted - failedNanos >= 0) {
        longest = Math.max(longest, granted - last);
      }
      last = granted;
    }
    return Math.max(longest, nowNanos - last);
  }

  private Timeline timeline(long[] grants, long nowNanos) {
    long startNanos = failedNanos - BUCKETS_BEFORE * BUCKET_NANOS;
    int[] counts = new int[(int) Math.max(1, (nowNanos - startNanos) / BUCKET_NANOS)];
    for (long granted : grants) {
      long bucket = Math.floorDiv(granted - startNanos, BUCKET_NANOS);
      if (bucket >= 0 && bucket < counts.length) {
        counts[(int) bucket]++;
      }
    }
    return new Timeline(BUCKET_MILLIS, BUCKETS_BEFORE, Arrays.stream(counts).boxed().toList());
  }
}
