package io.tenure.compare.report;

import io.tenure.compare.result.Cost;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Latency;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Spread;
import io.tenure.compare.result.Usage;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table: a value of each run.
 *
 * @param values of one run; none if the run has no such value
 * @param text formats a value
 * @param summed whether rounds are added up, and not represented by their median
 */
record Figure(
    String title, Function<Run, List<Double>> values, DoubleFunction<String> text, boolean summed) {

  /** Over all rounds of a system. */
  Optional<Spread> spread(Summary summary) {
    return summed ? summary.sumOfAll(values) : summary.spreadOfAll(values);
  }

  /** A value that a run has once, or not at all. */
  static Figure one(
      String title, Function<Run, @Nullable Double> value, DoubleFunction<String> text) {
    return new Figure(title, run -> atMostOne(value.apply(run)), text, false);
  }

  /** A count that is added up over all rounds. */
  static Figure sum(String title, Function<Run, @Nullable Double> value) {
    return new Figure(title, run -> atMostOne(value.apply(run)), Figures::count, true);
  }

  /** A percentile, if anything was recorded. */
  static Figure latency(
      String title,
      Function<Run, @Nullable Latency> latency,
      Function<Latency, Double> percentile) {
    return one(
        title,
        run -> {
          Latency one = latency.apply(run);
          return one == null || one.count() == 0 ? null : percentile.apply(one);
        },
        Figures::micros);
  }

  /** CPU time or memory. */
  static Figure usage(
      String title, Function<Usage, @Nullable Double> value, DoubleFunction<String> text) {
    return one(title, run -> run.usage() == null ? null : value.apply(run.usage()), text);
  }

  /** A part of the cost of one operation. */
  static Figure cost(
      String title, Function<Cost, @Nullable Number> part, DoubleFunction<String> text) {
    return one(title, run -> run.costPerOperation(part), text);
  }

  /** One value for each failure of the leader. */
  static Figure gap(String title, Function<Gap, Double> millis) {
    return new Figure(title, run -> run.gaps().stream().map(millis).toList(), Figures::gap, false);
  }

  private static List<Double> atMostOne(@Nullable Double value) {
    return value == null ? List.of() : List.of(value);
  }
}
