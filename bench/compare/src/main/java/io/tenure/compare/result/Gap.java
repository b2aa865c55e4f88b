package io.tenure.compare.result;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one kill of the leader cost.
 *
 * @param gapMillis from the kill to the first grant of a request that was sent after it; null if
 *     there was none within the limit
 * @param everyWorkerMillis until every worker had such a grant; null if one had none
 * @param silenceMillis the longest time without any grant
 * @param errors calls that failed until then
 */
public record Gap(
    @Nullable Double gapMillis,
    @Nullable Double everyWorkerMillis,
    double silenceMillis,
    long errors,
    Timeline timeline) {
  /** How long its end is waited for. */
  public static final Duration LIMIT = Duration.ofSeconds(30);

  /** The gap, or how long it lasted already when nobody waited for its end any longer. */
  public double leastGapMillis() {
    return gapMillis != null ? gapMillis : watchedMillis();
  }

  /** Likewise until every worker had a grant. */
  public double leastEveryWorkerMillis() {
    return everyWorkerMillis != null ? everyWorkerMillis : watchedMillis();
  }

  private double watchedMillis() {
    return (double) (timeline.grants().size() - timeline.killBucket()) * timeline.bucketMillis();
  }
}
