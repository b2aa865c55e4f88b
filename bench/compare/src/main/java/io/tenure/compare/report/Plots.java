package io.tenure.compare.report;

import io.tenure.compare.driver.meter.LatencyRecorder;
import io.tenure.compare.report.LineChart.Point;
import io.tenure.compare.report.LineChart.Series;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Spread;
import io.tenure.compare.result.Workload;
import io.tenure.harness.report.Axis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Draws the plots of each workload. */
final class Plots {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int STEPS_PER_HALVING = 4;

  /** Shares above a percentile; the axis shows their reciprocals. */
  private static final double[] SHARES = {1, 0.1, 0.01, 0.001, 0.0001};

  private static final String[] PERCENTILES = {"0 %", "90 %", "99 %", "99.9 %", "99.99 %"};
  private static final double MOST_SECONDS = 20;

  private Plots() {}

  /** All plots of a workload. */
  static List<String> of(Workload workload, List<Group> groups) {
    Group first = groups.get(0);
    return switch (workload) {
      case UNCONTENDED -> uncontended(groups);
      case CONTENDED ->
          List.of(
              bars("Hand-offs per second", first, WorkloadFigures.HAND_OFFS, true),
              bars("Fastest worker to slowest", first, WorkloadFigures.FAIRNESS, false),
              percentiles("Latency of acquires", first),
              cpu("CPU time of a hand-off: servers, client (pale)", first));
      case READERS, MANY_CLIENTS ->
          List.of(
              bars("Pairs per second", first, WorkloadFigures.PAIRS, true),
              percentiles("Latency of acquires", first),
              cpu("CPU time of a pair: servers, client (pale)", first));
      case FAILOVER, FREEZE -> failover(first);
      case HOLDERS, SESSIONS ->
          List.of(
              bars("Memory of the servers", first, WorkloadFigures.MEMORY, false),
              bars("CPU of the servers, % of a core", first, WorkloadFigures.SERVER_LOAD, false),
              bars("CPU of the client, % of a core", first, WorkloadFigures.CLIENT_LOAD, false),
              bars("Time to acquire all keys", first, WorkloadFigures.FILL, false));
      case IDLE ->
          List.of(
              bars("Memory of the servers", first, WorkloadFigures.MEMORY, false),
              bars("CPU of the servers, % of a core", first, WorkloadFigures.SERVER_LOAD, false));
      case WATCHERS ->
          List.of(
              bars("Delay of notifications, median", first, WorkloadFigures.DELAY_P50, false),
              bars("Delay of notifications, p99", first, WorkloadFigures.DELAY_P99, false));
    };
  }

  private static List<String> uncontended(List<Group> groups) {
    List<String> plots = new ArrayList<>();
    if (groups.size() > 1) {
      plots.add(overWorkers("Pairs per second", groups, WorkloadFigures.PAIRS));
      plots.add(overWorkers("Latency of acquires, p99", groups, WorkloadFigures.ACQUIRE_P99));
    } else {
      plots.add(bars("Pairs per second", groups.get(0), WorkloadFigures.PAIRS, true));
    }
    for (Group group : groups) {
      int workers = group.measurement().workers();
      plots.add(percentiles("Latency of acquires, workers: " + workers, group));
    }
    Group last = groups.get(groups.size() - 1);
    int workers = last.measurement().workers();
    plots.add(cpu("CPU time of a pair: servers, client (pale); workers: " + workers, last));
    return plots;
  }

  private static List<String> failover(Group group) {
    List<String> plots = new ArrayList<>();
    plots.add(bars("Time from the failure to the next grant", group, WorkloadFigures.GAP, false));
    plots.addAll(timelines(group));
    return plots;
  }

  /** A figure by the number of workers. */
  private static String overWorkers(String title, List<Group> groups, Figure figure) {
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

  /** Latency of acquires by percentile, all rounds together. */
  private static String percentiles(String title, Group group) {
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
      Histogram one = LatencyRecorder.histogram(run.acquire());
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

  /** One bar for each system, the best first. */
  private static String bars(String title, Group group, Figure figure, boolean moreIsBetter) {
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

  /** CPU time of an operation: servers dark, client pale. */
  private static String cpu(String title, Group group) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (Summary summary : group.summaries()) {
      Optional<Spread> server = WorkloadFigures.SERVER_MICROS.spread(summary);
      Optional<Spread> client = WorkloadFigures.CLIENT_MICROS.spread(summary);
      if (server.isPresent() && client.isPresent()) {
        bars.add(new BarChart.Bar(summary.system(), server.get(), client.get().median()));
      }
    }
    bars.sort(Comparator.comparingDouble(bar -> bar.first().median() + bar.second()));
    return bars.isEmpty() ? "" : BarChart.of(title, bars, WorkloadFigures.SERVER_MICROS.text());
  }

  /** For each system the failover with the median gap. */
  private static List<String> timelines(Group group) {
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
