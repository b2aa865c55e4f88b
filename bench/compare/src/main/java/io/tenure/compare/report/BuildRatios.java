package io.tenure.compare.report;

import io.tenure.compare.report.Tables.Row;
import io.tenure.compare.report.Tables.Table;
import io.tenure.compare.result.Results;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares two builds of a system, such as {@code tenure} and {@code tenure-b}, in every
 * measurement. The ratio is taken within each round, in which both builds run one after the other,
 * so that a machine that becomes faster or slower between rounds does not matter.
 */
final class BuildRatios {
  private static final String OTHER_BUILD = "-b";

  private BuildRatios() {}

  /**
   * One figure of one measurement.
   *
   * @param build the median of the first build
   * @param other the median of the other build
   * @param ratio the other build divided by the first, over the rounds that both have
   */
  record Ratio(
      String system, String measurement, Figure figure, double build, double other, Spread ratio) {}

  static List<Ratio> of(Results results) {
    List<Ratio> ratios = new ArrayList<>();
    for (Group group : Group.of(results)) {
      for (Summary other : group.summaries()) {
        if (other.system().endsWith(OTHER_BUILD)) {
          String name = other.system().substring(0, other.system().length() - OTHER_BUILD.length());
          group.summary(name).ifPresent(build -> add(ratios, group, build, other));
        }
      }
    }
    return ratios;
  }

  private static void add(List<Ratio> ratios, Group group, Summary build, Summary other) {
    for (Figure figure : WorkloadFigures.ofBuilds(group.workload())) {
      Optional<Spread> ratio = ratio(build, other, figure);
      if (ratio.isPresent()) {
        ratios.add(
            new Ratio(
                build.system(),
                Headline.name(group.measurement()),
                figure,
                figure.spread(build).orElseThrow().median(),
                figure.spread(other).orElseThrow().median(),
                ratio.get()));
      }
    }
  }

  private static Optional<Spread> ratio(Summary build, Summary other, Figure figure) {
    List<Double> ratios = new ArrayList<>();
    for (Run run : other.runs()) {
      Optional<Double> numerator = median(run, figure);
      Optional<Double> denominator =
          build.runs().stream()
              .filter(one -> one.round() == run.round())
              .findFirst()
              .flatMap(one -> median(one, figure));
      if (numerator.isPresent() && denominator.isPresent() && denominator.get() != 0) {
        ratios.add(numerator.get() / denominator.get());
      }
    }
    return ratios.isEmpty() ? Optional.empty() : Optional.of(Spread.of(ratios));
  }

  private static Optional<Double> median(Run run, Figure figure) {
    List<Double> values = figure.values().apply(run);
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values).median());
  }

  /** Empty unless two builds were measured. */
  static Optional<Table> table(Results results) {
    List<Ratio> ratios = of(results);
    if (ratios.isEmpty()) {
      return Optional.empty();
    }
    String name = ratios.get(0).system();
    List<String> columns =
        List.of("measurement", "figure", name, name + OTHER_BUILD, "ratio", "min–max of rounds");
    List<Row> rows = ratios.stream().map(ratio -> new Row(cells(ratio), true)).toList();
    return Optional.of(
        new Table(
            "builds: ratio of %s to %s, median over rounds".formatted(name + OTHER_BUILD, name),
            columns,
            rows));
  }

  private static List<String> cells(Ratio ratio) {
    Spread spread = ratio.ratio();
    return List.of(
        ratio.measurement(),
        ratio.figure().title(),
        ratio.figure().text().apply(ratio.build()),
        ratio.figure().text().apply(ratio.other()),
        Figures.ratio(spread.median()),
        spread.count() == 1 ? "" : Figures.ratio(spread.min()) + "–" + Figures.ratio(spread.max()));
  }
}
