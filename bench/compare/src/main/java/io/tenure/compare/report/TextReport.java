package io.tenure.compare.report;

import io.tenure.compare.result.Results;
import io.tenure.compare.result.Run;
import java.util.ArrayList;
import java.util.List;

/** Results as tables for a terminal. */
public final class TextReport {
  private TextReport() {}

  public static String of(Results results) {
    StringBuilder text = new StringBuilder();
    for (Group group : Group.of(results)) {
      for (Tables.Table table : Tables.of(group)) {
        append(text, table);
      }
    }
    BuildRatios.table(results).ifPresent(table -> append(text, table));
    if (results.partial()) {
      line(text, "");
      line(text, "PARTIAL: stopped before everything was measured.");
    }
    rejected(results).forEach(one -> line(text, one));
    if (!results.absent().isEmpty()) {
      line(text, "");
    }
    results.absent().forEach((name, why) -> line(text, "left out: " + name + ", " + why));
    line(text, "");
    line(text, Figures.sums(results.runs()));
    return text.toString();
  }

  /** A line for each invalid run, under a heading. */
  private static List<String> rejected(Results results) {
    List<String> lines = new ArrayList<>();
    for (Run run : results.runs()) {
      if (!run.valid()) {
        lines.add(
            "  %s, %s, round %d: %s"
                .formatted(
                    run.system(),
                    Headline.name(run.measurement()),
                    run.round(),
                    Figures.faults(run)));
      }
    }
    if (!lines.isEmpty()) {
      lines.add(
          0,
          "%n!!! %d of %d runs are INVALID and not included above:"
              .formatted(lines.size(), results.runs().size()));
    }
    return lines;
  }

  private static void append(StringBuilder text, Tables.Table table) {
    text.append(System.lineSeparator()).append(table.title()).append(System.lineSeparator());
    List<List<String>> lines = new ArrayList<>();
    lines.add(table.columns());
    table.rows().forEach(row -> lines.add(row.cells()));
    int[] widths = new int[table.columns().size()];
    for (List<String> cells : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], cells.get(i).length());
      }
    }
    for (List<String> cells : lines) {
      StringBuilder line = new StringBuilder("  ");
      for (int i = 0; i < widths.length; i++) {
        String gap = " ".repeat(widths[i] - cells.get(i).length());
        line.append(i == 0 ? cells.get(i) + gap : "  " + gap + cells.get(i));
      }
      line(text, line.toString().stripTrailing());
    }
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append(System.lineSeparator());
  }
}
