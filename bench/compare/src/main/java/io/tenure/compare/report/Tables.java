package io.tenure.compare.report;

import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Spread;
import io.tenure.compare.result.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Turns the summaries of a measurement into tables, one row for each system. */
final class Tables {
  /**
   * Texts in rows and columns. The first column has names.
   *
   * @param rows each with as many texts as there are columns
   */
  record Table(String title, List<String> columns, List<Row> rows) {}

  /**
   * A row.
   *
   * @param valid whether all runs behind it are valid
   */
  record Row(List<String> cells, boolean valid) {}

  private Tables() {}

  static List<Table> of(Group group) {
    List<Table> tables = new ArrayList<>();
    tables.add(main(group));
    if (group.workload().kind() == Workload.Kind.PAIRS) {
      addDetails(tables, group, "  latency", WorkloadFigures.LATENCIES);
      addDetails(tables, group, "  cost of one operation", WorkloadFigures.COSTS);
    }
    return tables;
  }

  private static Table main(Group group) {
    List<Figure> known = known(group, WorkloadFigures.of(group.workload()));
    Figure first = known.isEmpty() ? WorkloadFigures.headline(group.workload()) : known.get(0);
    List<Figure> others = known.isEmpty() ? known : known.subList(1, known.size());
    List<String> columns = new ArrayList<>(List.of("system"));
    columns.addAll(List.of(first.title(), "vs " + Group.REFERENCE, "min–max"));
    others.stream().map(Figure::title).forEach(columns::add);
    List<Row> rows =
        group.summaries().stream().map(summary -> row(group, summary, first, others)).toList();
    return new Table(title(group.measurement()), columns, rows);
  }

  /** Adds a table if there is more to show than one figure, which the main table has, too. */
  private static void addDetails(
      List<Table> tables, Group group, String title, List<Figure> figures) {
    List<Figure> known = known(group, figures);
    if (known.size() > 1) {
      List<String> columns = new ArrayList<>(List.of("system"));
      known.stream().map(Figure::title).forEach(columns::add);
      List<Row> rows =
          group.summaries().stream()
              .map(
                  summary -> {
                    List<String> cells = new ArrayList<>(List.of(name(summary)));
                    known.forEach(figure -> cells.add(median(summary, figure)));
                    return new Row(cells, summary.rejected().isEmpty());
                  })
              .toList();
      tables.add(new Table(title, columns, rows));
    }
  }

  /** Those that at least one system has: CPU time of servers elsewhere is unknown. */
  private static List<Figure> known(Group group, List<Figure> figures) {
    return figures.stream()
        .filter(
            figure -> group.summaries().stream().anyMatch(one -> figure.spread(one).isPresent()))
        .toList();
  }

  /** What was measured, with its size. */
  static String title(Measurement measurement) {
    String text =
        switch (measurement.workload()) {
          case UNCONTENDED -> "uncontended, workers with a key each and one client: %d";
          case CONTENDED -> "contended, %d workers on one key, one client each";
          case READERS -> "readers, %d workers on 16 keys, 95 %% shared, 16 clients";
          case FAILOVER -> "failover, %d workers with a key each, kill -9 of the leader";
          case FREEZE -> "freeze, %d workers with a key each, SIGSTOP to the leader";
          case HOLDERS -> "holders, %2$,d keys held by %1$,d clients";
          case SESSIONS -> "sessions, %,d clients with one held key each";
          case IDLE -> "idle, servers without clients";
          case WATCHERS -> "watchers, %,d watches, %,d keys, %.0f changes a second";
          case MANY_CLIENTS -> "many-clients, %d clients with one worker and one key each";
        };
    return String.format(
        Locale.ROOT,
        text,
        measurement.workers(),
        measurement.keys(),
        measurement.changesPerSecond());
  }

  private static Row row(Group group, Summary summary, Figure first, List<Figure> others) {
    boolean valid = summary.rejected().isEmpty();
    Optional<Spread> spread = first.spread(summary);
    List<String> cells = new ArrayList<>();
    cells.add(name(summary));
    cells.add(
        spread.map(one -> first.text().apply(one.median())).orElse(valid ? "none" : "INVALID"));
    cells.add(ratio(group, summary, first).map(Figures::ratio).orElse(""));
    cells.add(spread.map(one -> range(one, first)).orElse(""));
    others.forEach(figure -> cells.add(median(summary, figure)));
    return new Row(cells, valid);
  }

  private static String name(Summary summary) {
    return summary.system() + (summary.rejected().isEmpty() ? "" : " (!)");
  }

  private static String median(Summary summary, Figure figure) {
    return figure.spread(summary).map(one -> figure.text().apply(one.median())).orElse("");
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

  /** Whether the true value is greater, but unknown. */
  private static boolean isCutOff(Figure figure, Spread spread) {
    return figure.equals(WorkloadFigures.GAP) && spread.median() >= Gap.LIMIT.toMillis();
  }

  private static String range(Spread spread, Figure figure) {
    return spread.count() == 1
        ? ""
        : figure.text().apply(spread.min()) + "–" + figure.text().apply(spread.max());
  }
}
