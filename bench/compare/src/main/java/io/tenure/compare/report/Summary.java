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
 * @param runs those that are results
 * @param rejected those that are not
 */
record Summary(String system, List<Run> runs, List<Run> rejected) {
  /** Over the rounds that have the figure. */
  Optional<Spread> spread(Function<Run, @Nullable Double> figure) {
    List<Double> values = runs.stream().map(figure).filter(Objects::nonNull).toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /** Over all values that the rounds have. */
  Optional<Spread> spreadOfAll(Function<Run, List<Double>> figures) {
    List<Double> values = runs.stream().flatMap(run -> figures.apply(run).stream()).toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /** All values that the rounds have as one. */
  Optional<Spread> sumOfAll(Function<Run, List<Double>> figures) {
    List<Double> values = runs.stream().flatMap(run -> figures.apply(run).stream()).toList();
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(Spread.of(List.of(values.stream().mapToDouble(Double::doubleValue).sum())));
  }
}
