package io.tenure.compare.report;

import static io.tenure.harness.report.Svg.escape;

import io.tenure.compare.result.ComparedSystem;
import io.tenure.compare.result.Machine;
import io.tenure.compare.result.Results;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Results as a self-contained page with plots, tables, and a description of the method. */
public final class HtmlReport {
  private final Results results;
  private final StringBuilder page = new StringBuilder();

  private HtmlReport(Results results) {
    this.results = results;
  }

  public static String of(Results results) {
    return new HtmlReport(results).page();
  }

  private String page() {
    String style = resource("report.css");
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.append("<title>Lock systems compared</title>\n<style>\n").append(style);
    page.append(Palette.css(false)).append("\n@media (prefers-color-scheme: dark){");
    page.append(Palette.css(true)).append("}\n</style>\n</head>\n<body>\n<main>\n");
    head();
    rejected();
    glance();
    BuildRatios.table(results).ifPresent(this::table);
    for (Workload workload : Workload.values()) {
      List<Group> groups = Group.of(results, workload);
      if (!groups.isEmpty()) {
        section(workload, groups);
      }
    }
    page.append(resource("method.html"));
    facts();
    return page.append("</main>\n</body>\n</html>\n").toString();
  }

  private void head() {
    Machine machine = results.machine();
    page.append("<h1>Lock systems compared</h1>\n");
    paragraph(
        "lead",
        "%s on one machine: %s, %d cores, %,d MiB of memory, %s, state on %s, %s. Started %s."
            .formatted(
                String.join(", ", Group.systems(results)),
                machine.processor(),
                machine.cores(),
                machine.memoryMib(),
                machine.kernel(),
                machine.disk(),
                machine.jdk(),
                results.started()));
    page.append("<pre>").append(escape(results.command())).append("</pre>\n");
    if (results.partial()) {
      paragraph("alarm", "Partial: stopped before everything was measured.");
    }
    results
        .absent()
        .forEach((name, why) -> paragraph("", "Left out: %s, %s.".formatted(name, why)));
  }

  private void rejected() {
    List<Run> bad = results.runs().stream().filter(run -> !run.valid()).toList();
    paragraph(bad.isEmpty() ? "fine" : "alarm", Figures.sums(results.runs()) + ".");
    if (bad.isEmpty()) {
      return;
    }
    paragraph(
        "alarm",
        "%d of %d runs are invalid. They are not included in any figure and marked (!) below:"
            .formatted(bad.size(), results.runs().size()));
    page.append("<ul class=\"alarm\">\n");
    for (Run run : bad) {
      String what =
          "%s, %s, round %d: %s"
              .formatted(
                  run.system(), Headline.name(run.measurement()), run.round(), Figures.faults(run));
      page.append("<li>").append(escape(what)).append("</li>\n");
    }
    page.append("</ul>\n");
  }

  /** The main figure of every measurement, in one table. */
  private void glance() {
    List<Group> groups = Group.of(results);
    List<String> columns = new ArrayList<>(List.of("system"));
    groups.forEach(group -> columns.add(Headline.name(group.measurement())));
    List<Tables.Row> rows = new ArrayList<>();
    for (String system : Group.systems(results)) {
      List<String> cells = new ArrayList<>(List.of(system));
      for (Group group : groups) {
        String cell = "";
        for (Summary summary : group.summaries()) {
          if (summary.system().equals(system)) {
            cell = glance(group, summary);
          }
        }
        cells.add(cell);
      }
      rows.add(new Tables.Row(cells, true));
    }
    page.append("<h2>At a glance</h2>\n");
    paragraph(
        "",
        "The median over all rounds, and below it the ratio to Tenure. Higher is better for rates."
            + " Lower is better for failover and freeze (gap), holders, sessions and idle (memory of"
            + " the servers), and watchers (p99 of the delay).");
    table(new Tables.Table("", columns, rows));
  }

  private static String glance(Group group, Summary summary) {
    Figure figure = WorkloadFigures.headline(group.workload());
    String value =
        figure
            .spread(summary)
            .map(spread -> figure.text().apply(spread.median()))
            .orElse(summary.rejected().isEmpty() ? "" : "INVALID");
    String ratio = Tables.ratio(group, summary, figure).map(Figures::ratio).orElse("");
    String mark = value.isEmpty() || summary.rejected().isEmpty() ? "" : " (!)";
    return value + mark + (ratio.isEmpty() ? "" : "\n" + ratio);
  }

  private void section(Workload workload, List<Group> groups) {
    page.append("<h2>").append(name(workload)).append("</h2>\n");
    paragraph("", workload.description() + " " + Explanations.of(workload));
    List<String> drawings = Plots.of(workload, groups);
    page.append("<div class=\"plots\">\n");
    drawings.stream()
        .filter(drawing -> !drawing.isEmpty())
        .forEach(drawing -> page.append("<figure>").append(drawing).append("</figure>\n"));
    page.append("</div>\n");
    groups.forEach(group -> Tables.of(group).forEach(this::table));
  }

  private static String name(Workload workload) {
    String label = workload.label().replace('-', ' ');
    return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
  }

  private void facts() {
    page.append("<h2>Versions and settings</h2>\n");
    definitions("bench", results.settings());
    for (ComparedSystem contender : results.systems()) {
      definitions(contender.name(), contender.settings());
    }
  }

  private void definitions(String name, Map<String, String> settings) {
    page.append("<h3>").append(escape(name)).append("</h3>\n<dl>\n");
    settings.forEach(
        (key, value) ->
            page.append("<dt>%s</dt><dd>%s</dd>%n".formatted(escape(key), escape(value))));
    page.append("</dl>\n");
  }

  private void table(Tables.Table table) {
    page.append("<div class=\"table\"><table>\n");
    if (!table.title().isEmpty()) {
      page.append("<caption>").append(escape(table.title())).append("</caption>\n");
    }
    page.append("<tr>");
    table.columns().forEach(column -> page.append("<th>").append(escape(column)).append("</th>"));
    page.append("</tr>\n");
    for (Tables.Row row : table.rows()) {
      page.append(row.valid() ? "<tr>" : "<tr class=\"bad\">");
      String system = row.cells().get(0);
      String cssClass = Palette.cssClass(system.replace(" (!)", ""));
      page.append("<th class=\"system %s\">%s</th>".formatted(cssClass, escape(system)));
      row.cells().stream().skip(1).forEach(this::cell);
      page.append("</tr>\n");
    }
    page.append("</table></div>\n");
  }

  private void cell(String text) {
    String[] lines = text.split("\n");
    page.append(lines[0].endsWith("(!)") ? "<td class=\"bad\">" : "<td>").append(escape(lines[0]));
    if (lines.length > 1) {
      page.append("<small>").append(escape(lines[1])).append("</small>");
    }
    page.append("</td>");
  }

  private void paragraph(String cssClass, String text) {
    page.append(cssClass.isEmpty() ? "<p>" : "<p class=\"" + cssClass + "\">");
    page.append(escape(text)).append("</p>\n");
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + ": not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
