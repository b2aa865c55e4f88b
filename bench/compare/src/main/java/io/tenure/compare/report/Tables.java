package io.tenure.compare.report;

import io.tenure.compare.result.Cost;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Latency;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Spread;
import io.tenure.compare.result.Usage;
import io.tenure.compare.result.Watching;
import io.tenure.compare.result.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which figures of a workload are shown. The first one is compared with Tenure's. */
final class Tables {
  /**
   * A figure of a run.
   *
   * @param values of one run, none if it has no such figure
   * @param summed whether what counts is all of it, and not what is usual
   */
  record Figure(
      String title,
      Function<Run, List<Double>> values,
      DoubleFunction<String> text,
      boolean summed) {
    Optional<Spread> spread(Summary summary) {
      return summed ? summary.sumOfAll(values) : summary.spreadOfAll(values);
    }
  }

  static final Figure ACQUIRE_P50 = latency("acquire p50", Run::acquire, Latency::p50Micros);
  static final Figure ACQUIRE_P99 = latency("p99", Run::acquire, Latency::p99Micros);
  private static final Figure PAIR_P99 = latency("pair p99", Run::pair, Latency::p99Micros);
  static final Figure PAIRS = one("pairs", Run::perSecond, Figures::rate);
  static final Figure HAND_OFFS = one("hand-offs", Run::perSecond, Figures::rate);
  static final Figure FAIRNESS = one("fastest/slowest", Run::fairness, Tables::twoDigits);
  static final Figure SERVER_MICROS =
      one("server CPU", Run::serverMicrosPerOperation, Tables::microsText);
  static final Figure CLIENT_MICROS =
      one("client CPU", Run::clientMicrosPerOperation, Tables::microsText);
  static final Figure GAP = gap("gap", Gap::leastGapMillis);
  static final Figure MEMORY = usage("servers' memory", Usage::serverMib, Figures::mib);
  private static final Figure MEMORY_BEFORE = one("before", Tables::memoryBefore, Figures::mib);
  private static final Figure MEMORY_GROWTH = one("growth", Tables::memoryGrowth, Figures::mib);
  static final Figure FILL = one("time to get there", Run::seconds, Tables::seconds);
  static final Figure SERVER_LOAD =
      one("servers, of a core", run -> percent(run, Usage::serverCpuSeconds), Tables::percentText);
  static final Figure CLIENT_LOAD =
      one("client, of a core", run -> percent(run, Usage::clientCpuSeconds), Tables::percentText);
  static final Figure DELAY_P50 = watch("p50", Watching::delay, Latency::p50Micros);
  static final Figure DELAY_P99 = watch("told after p99", Watching::delay, Latency::p99Micros);
  private static final Figure DUE_P50 =
      watch("since due p50", Watching::sinceIntended, Latency::p50Micros);
  private static final Figure DUE_P99 =
      watch("since due p99", Watching::sinceIntended, Latency::p99Micros);
  private static final Figure MISSING =
      sum("missing", run -> run.watching() == null ? null : (double) run.watching().missing());
  private static final Figure ERRORS = sum("errors", run -> (double) run.faults().errors());

  private static final List<Figure> COSTS =
      List.of(
          cost("bytes on the wire", Cost::loopbackBytes, Figures::number),
          CLIENT_MICROS,
          cost("leader CPU", Tables::leaderMicros, Tables::microsText),
          one("others' CPU", Tables::otherMicros, Tables::microsText),
          cost("disk flushes", Cost::diskFlushes, Figures::number),
          cost("thread switches", Cost::switches, Figures::number));

  private Tables() {}

  static List<Table> of(Group group) {
    Table main = table(group, title(group.measurement()), figures(group.workload()));
    return switch (group.workload()) {
      case UNCONTENDED, CONTENDED, READERS, MANY_CLIENTS ->
          List.of(main, table(group, "  what one of these cost", COSTS));
      case FAILOVER, HOLDERS, WATCHERS -> List.of(main);
    };
  }

  private static Table table(Group group, String title, List<Figure> figures) {
    List<String> columns = new ArrayList<>(List.of("system"));
    columns.addAll(List.of(figures.get(0).title(), "vs tenure", "min–max"));
    figures.stream().skip(1).map(Figure::title).forEach(columns::add);
    List<Table.Row> rows =
        group.summaries().stream().map(summary -> row(group, summary, figures)).toList();
    return new Table(title, columns, rows);
  }

  /** The figure that people look at first. */
  static Figure headline(Workload workload) {
    return figures(workload).get(0);
  }

  private static List<Figure> figures(Workload workload) {
    return switch (workload) {
      case UNCONTENDED, READERS, MANY_CLIENTS ->
          List.of(PAIRS, ACQUIRE_P50, ACQUIRE_P99, PAIR_P99, SERVER_MICROS, CLIENT_MICROS, ERRORS);
      case CONTENDED ->
          List.of(
              HAND_OFFS, FAIRNESS, ACQUIRE_P50, ACQUIRE_P99, SERVER_MICROS, CLIENT_MICROS, ERRORS);
      case FAILOVER ->
          List.of(
              GAP,
              gap("every worker", Gap::leastEveryWorkerMillis),
              gap("silence", Gap::silenceMillis),
              ERRORS);
      case HOLDERS ->
          List.of(MEMORY, MEMORY_BEFORE, MEMORY_GROWTH, SERVER_LOAD, CLIENT_LOAD, FILL, ERRORS);
      case WATCHERS -> List.of(DELAY_P99, DELAY_P50, DUE_P50, DUE_P99, MISSING, ERRORS);
    };
  }

  /** What is measured, with its size. */
  static String title(Measurement measurement) {
    String text =
        switch (measurement.workload()) {
          case UNCONTENDED -> "uncontended, workers with a key each, in one client: %d";
          case CONTENDED -> "contended, %d workers on one key, a client each";
          case READERS -> "readers, %d workers on 16 keys, 95 %% shared, 16 clients";
          case FAILOVER -> "failover, %d workers with a key each, kill -9 of the leader";
          case HOLDERS -> "holders, %,d keys held through %,d clients";
          case WATCHERS -> "watchers, %d watches of one key, 20 changes a second";
          case MANY_CLIENTS -> "many-clients, %d clients with a worker and a key each";
        };
    return switch (measurement.workload()) {
      case HOLDERS ->
          String.format(Locale.ROOT, text, measurement.keys(), measurement.connections());
      default -> String.format(Locale.ROOT, text, measurement.workers());
    };
  }

  private static Table.Row row(Group group, Summary summary, List<Figure> figures) {
    List<String> cells = new ArrayList<>();
    boolean sound = summary.rejected().isEmpty();
    cells.add(summary.system() + (sound ? "" : " (!)"));
    Figure first = figures.get(0);
    Optional<Spread> spread = first.spread(summary);
    if (spread.isEmpty()) {
      cells.add(sound ? "none" : "NO RESULT");
    } else {
      cells.add(first.text().apply(spread.get().median()));
    }
    cells.add(ratio(group, summary, first).map(Figures::ratio).orElse(""));
    cells.add(spread.map(one -> range(one, first)).orElse(""));
    for (Figure figure : figures.subList(1, figures.size())) {
      cells.add(figure.spread(summary).map(one -> figure.text().apply(one.median())).orElse(""));
    }
    return new Table.Row(cells, sound);
  }

  static Optional<Double> ratio(Group group, Summary summary, Figure figure) {
    Optional<Spread> own = figure.spread(summary);
    Optional<Spread> reference = group.reference().flatMap(figure::spread);
    return own.isEmpty()
            || reference.isEmpty()
            || reference.get().median() == 0
            || isCutOff(figure, own.get())
            || isCutOff(figure, reference.get())
        ? Optional.empty()
        : Optional.of(own.get().median() / reference.get().median());
  }

  /** Whether it is not known how much more it was. */
  private static boolean isCutOff(Figure figure, Spread spread) {
    return figure.equals(GAP) && spread.median() >= Gap.LIMIT.toMillis();
  }

  private static String range(Spread spread, Figure figure) {
    return spread.count() == 1
        ? ""
        : figure.text().apply(spread.min()) + "–" + figure.text().apply(spread.max());
  }

  private static Figure one(
      String title, Function<Run, @Nullable Double> value, DoubleFunction<String> text) {
    return new Figure(title, run -> atMostOne(value.apply(run)), text, false);
  }

  private static Figure sum(String title, Function<Run, @Nullable Double> value) {
    return new Figure(title, run -> atMostOne(value.apply(run)), Figures::count, true);
  }

  private static List<Double> atMostOne(@Nullable Double value) {
    return value == null ? List.of() : List.of(value);
  }

  private static Figure latency(
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

  private static Figure watch(
      String title, Function<Watching, Latency> latency, Function<Latency, Double> percentile) {
    return latency(
        title, run -> run.watching() == null ? null : latency.apply(run.watching()), percentile);
  }

  private static Figure usage(
      String title, Function<Usage, Double> value, DoubleFunction<String> text) {
    return one(title, run -> run.usage() == null ? null : value.apply(run.usage()), text);
  }

  private static Figure cost(
      String title, Function<Cost, @Nullable Number> part, DoubleFunction<String> text) {
    return one(title, run -> run.costPerOperation(part), text);
  }

  private static @Nullable Double leaderMicros(Cost cost) {
    return cost.leaderCpuSeconds() == null ? null : cost.leaderCpuSeconds() * 1e6;
  }

  private static @Nullable Double otherMicros(Run run) {
    Double leader = run.costPerOperation(Tables::leaderMicros);
    return leader == null ? null : run.serverMicrosPerOperation() - leader;
  }

  private static String microsText(double micros) {
    return Figures.number(micros) + " µs";
  }

  private static Figure gap(String title, Function<Gap, Double> millis) {
    return new Figure(title, run -> run.gaps().stream().map(millis).toList(), Figures::gap, false);
  }

  private static @Nullable Double memoryBefore(Run run) {
    return run.holding() == null ? null : run.holding().serverMibBefore();
  }

  private static @Nullable Double memoryGrowth(Run run) {
    return run.usage() == null || run.holding() == null
        ? null
        : run.usage().serverMib() - run.holding().serverMibBefore();
  }

  private static @Nullable Double percent(Run run, Function<Usage, Double> cpuSeconds) {
    return run.usage() == null || run.holding() == null
        ? null
        : 100 * cpuSeconds.apply(run.usage()) / run.holding().restSeconds();
  }

  private static String percentText(double percent) {
    return Figures.number(percent) + " %";
  }

  private static String seconds(double seconds) {
    return Figures.number(seconds) + " s";
  }

  private static String twoDigits(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
