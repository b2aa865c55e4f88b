package io.tenure.compare.report;

import io.tenure.compare.driver.Latencies;
import io.tenure.compare.report.LineChart.Point;
import io.tenure.compare.report.LineChart.Series;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The drawings of each workload. */
final class Plots {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int STEPS_PER_HALVING = 4;

  /** The share of those above a percentile; the axis shows its reciprocal. */
  private static final double[] SHARES = {1, 0.1, 0.01, 0.001, 0.0001};

  private static final String[] PERCENTILES = {"0 %", "90 %", "99 %", "99.9 %", "99.99 %"};
  private static final double MOST_SECONDS = 20;

  private Plots() {}

  /** A figure over the number of workers. */
  static String overWorkers(String title, List<Group> groups, Tables.Figure figure) {
    List<Series> all = new ArrayList<>();
    for (String system : systems(groups)) {
      List<Point> points = new ArrayList<>();
      for (Group group : groups) {
        group.summaries().stream()
            .filter(summary -> summary.system().equals(system))
            .flatMap(summary -> figure.spread(summary).stream())
            .forEach(
                spread -> points.add(new Point(group.measurement().workers(), spread.median())));
      }
      if (!points.isEmpty()) {
        all.add(new Series(system, points, true));
      }
    }
    List<Axis.Tick> ticks = new ArrayList<>();
    for (Group group : groups) {
      int workers = group.measurement().workers();
      ticks.add(new Axis.Tick(workers, Integer.toString(workers)));
    }
    if (ticks.size() == 1) {
      ticks.add(new Axis.Tick(ticks.get(0).value() * 2, ""));
    }
    Axis x = new Axis("workers", ticks, true, LineChart.LEFT, LineChart.RIGHT);
    return all.isEmpty() ? "" : LineChart.of(title, x, upright(all, figure.text()), all);
  }

  /** How long acquiring took, by percentile, all rounds together. */
  static String percentiles(String title, Group group) {
    List<Series> all = new ArrayList<>();
    for (Summary summary : group.summaries()) {
      Optional<Histogram> histogram = merged(summary);
      histogram.ifPresent(one -> all.add(new Series(summary.system(), points(one), false)));
    }
    List<Axis.Tick> ticks = new ArrayList<>();
    for (int i = 0; i < SHARES.length; i++) {
      ticks.add(new Axis.Tick(1 / SHARES[i], PERCENTILES[i]));
    }
    Axis x = new Axis("percentile", ticks, true, LineChart.LEFT, LineChart.RIGHT);
    return all.isEmpty() ? "" : LineChart.of(title, x, upright(all, Figures::micros), all);
  }

  private static Axis upright(List<Series> all, DoubleFunction<String> text) {
    double[] values =
        all.stream().flatMap(one -> one.points().stream()).mapToDouble(Point::y).sorted().toArray();
    DoubleFunction<String> label = value -> text.apply(value).replaceFirst("\\.0+(?!\\d)", "");
    List<Axis.Tick> ticks = Axis.powers(values[0], values[values.length - 1], label);
    if (ticks.size() == 1) {
      double next = ticks.get(0).value() * 10;
      ticks.add(new Axis.Tick(next, label.apply(next)));
    }
    return new Axis("", ticks, true, LineChart.BOTTOM, LineChart.TOP);
  }

  private static Optional<Histogram> merged(Summary summary) {
    Histogram sum = null;
    for (Run run : summary.runs()) {
      if (run.acquire() == null || run.acquire().count() == 0) {
        continue;
      }
      Histogram one = Latencies.histogram(run.acquire());
      if (sum == null) {
        sum = one;
      } else {
        sum.add(one);
      }
    }
    return Optional.ofNullable(sum);
  }

  private static List<Point> points(Histogram histogram) {
    List<Point> points = new ArrayList<>();
    for (HistogramIterationValue value : histogram.percentiles(STEPS_PER_HALVING)) {
      double above = 1 - value.getPercentileLevelIteratedTo() / 100;
      double micros = Math.max(1, value.getValueIteratedTo() / NANOS_PER_MICRO);
      double least = SHARES[SHARES.length - 1];
      if (above >= least && above * histogram.getTotalCount() >= 1) {
        points.add(new Point(1 / above, micros));
      }
    }
    return points;
  }

  /** A bar for each system, the best one first. */
  static String bars(String title, Group group, Tables.Figure figure, boolean moreIsBetter) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (Summary summary : group.summaries()) {
      figure
          .spread(summary)
          .ifPresent(spread -> bars.add(new BarChart.Bar(summary.system(), spread, 0)));
    }
    Comparator<BarChart.Bar> byValue = Comparator.comparingDouble(bar -> bar.first().median());
    bars.sort(moreIsBetter ? byValue.reversed() : byValue);
    String note = moreIsBetter ? " (more is better)" : " (less is better)";
    return bars.isEmpty() ? "" : BarChart.of(title + note, bars, figure.text());
  }

  /** CPU time of a pair: the servers' share dark, the client's pale. */
  static String cpu(String title, Group group) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (Summary summary : group.summaries()) {
      Optional<Spread> server = Tables.SERVER_MICROS.spread(summary);
      Optional<Spread> client = Tables.CLIENT_MICROS.spread(summary);
      if (server.isPresent() && client.isPresent()) {
        bars.add(new BarChart.Bar(summary.system(), server.get(), client.get().median()));
      }
    }
    bars.sort(Comparator.comparingDouble(bar -> bar.first().median() + bar.second()));
    return bars.isEmpty() ? "" : BarChart.of(title, bars, Tables.SERVER_MICROS.text());
  }

  /** For each system the kill whose gap is the median of all. */
  static List<String> timelines(Group group) {
    List<List<Gap>> all = new ArrayList<>();
    double seconds = 1;
    for (Summary summary : group.summaries()) {
      List<Gap> gaps =
          summary.runs().stream()
              .flatMap(run -> run.gaps().stream())
              .sorted(Comparator.comparingDouble(Gap::leastGapMillis))
              .toList();
      all.add(gaps);
      if (!gaps.isEmpty()) {
        double shown = gaps.get(gaps.size() / 2).leastGapMillis() / 1e3 + 1;
        seconds = Math.min(MOST_SECONDS, Math.max(seconds, shown));
      }
    }
    List<String> drawings = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      List<Gap> gaps = all.get(i);
      if (!gaps.isEmpty()) {
        String system = group.summaries().get(i).system();
        drawings.add(TimelineChart.of(system, gaps.get(gaps.size() / 2), seconds));
      }
    }
    return drawings;
  }

  private static List<String> systems(List<Group> groups) {
    return groups.stream()
        .flatMap(group -> group.summaries().stream())
        .map(Summary::system)
        .distinct()
        .toList();
  }
}
