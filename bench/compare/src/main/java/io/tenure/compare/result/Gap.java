package io.tenure.compare.result;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long one failure of the leader interrupted the service.
 *
 * @param gapMillis from the failure to the first grant of a request that was sent after it; null if
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
  /** How long the first grant is awaited. */
  public static final Duration LIMIT = Duration.ofSeconds(30);

  /** The gap; if it did not end within the limit, the time it was observed. */
  public double leastGapMillis() {
    return gapMillis != null ? gapMillis : watchedMillis();
  }

  /** The same until every worker had a grant. */
  public double leastEveryWorkerMillis() {
    return everyWorkerMillis != null ? everyWorkerMillis : watchedMillis();
  }

  private double watchedMillis() {
    return (double) (timeline.grants().size() - timeline.killBucket()) * timeline.bucketMillis();
  }
}
