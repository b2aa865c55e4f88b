package io.tenure.compare.result;

import java.util.Arrays;
import java.util.Collection;

/** Median, minimum and maximum of one figure over several rounds. */
public record Spread(double median, double min, double max, int count) {
  /**
   * Of at least one value.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static Spread of(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("values: 0 (expected: 1 or more)");
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], Arrays.stream(sorted).max().orElse(median), sorted.length);
  }
}
