package io.tenure.compare.report;

import io.tenure.compare.result.Run;
import io.tenure.compare.result.Spread;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One system in one measurement, over all rounds.
 *
 * @param runs the valid ones
 * @param rejected the invalid ones
 */
record Summary(String system, List<Run> runs, List<Run> rejected) {
  /** Over the rounds that have the figure. */
  Optional<Spread> spread(Function<Run, @Nullable Double> figure) {
    List<Double> values = runs.stream().map(figure).filter(Objects::nonNull).toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /** Over all values of all rounds. */
  Optional<Spread> spreadOfAll(Function<Run, List<Double>> figures) {
    List<Double> values = runs.stream().flatMap(run -> figures.apply(run).stream()).toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /** The sum of all values of all rounds. */
  Optional<Spread> sumOfAll(Function<Run, List<Double>> figures) {
    List<Double> values = runs.stream().flatMap(run -> figures.apply(run).stream()).toList();
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(Spread.of(List.of(values.stream().mapToDouble(Double::doubleValue).sum())));
  }
}
