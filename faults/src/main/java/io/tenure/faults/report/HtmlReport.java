package io.tenure.faults.report;

import static io.tenure.harness.report.Svg.escape;

import io.tenure.faults.checker.Verdict;
import io.tenure.faults.checker.Violation;
import io.tenure.faults.history.Entry;
import java.util.Locale;
import java.util.Map;

/** The report as a self-contained HTML page with a timeline. */
public final class HtmlReport {
  private static final String HEAD =
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Tenure under faults</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>
      :root{--ink:#1c2733;--soft:#5b6875;--rule:#e3e8ee;--paper:#fff;--card:#f6f8fa;
       --good:#1b6e3c;--bad:#b3261e;--fault:#d9822b;--grants:#2f6db5;--calm:#e6f3e9;--gap:#fbe4e2}
      @media(prefers-color-scheme:dark){:root{--ink:#e4e9ee;--soft:#9aa7b4;--rule:#2c3742;
       --paper:#141a20;--card:#1d252d;--good:#6cc58d;--bad:#f2867d;--fault:#e09a4e;
       --grants:#6ba3e0;--calm:#1b2c22;--gap:#3b2220}}
      body{font:15px/1.5 system-ui,sans-serif;max-width:1150px;margin:2rem auto;padding:0 1rem;
       color:var(--ink);background:var(--paper)}
      h1{margin-bottom:.2rem}h2{margin-top:2.2rem}
      .verdict{font-size:1.15rem;font-weight:600;margin-top:0}.bad{color:var(--bad)}.good{color:var(--good)}
      .cards{display:flex;flex-wrap:wrap;gap:.8rem;margin:1.2rem 0}
      .card{background:var(--card);border-radius:8px;padding:.6rem .9rem;min-width:6rem}
      .card b{display:block;font-size:1.5rem}.card span{color:var(--soft);font-size:.85rem}
      table{border-collapse:collapse}td,th{padding:.22rem .9rem .22rem 0;text-align:right;
       border-bottom:1px solid var(--rule);vertical-align:top}
      th{color:var(--soft);font-weight:500}td:first-child,th:first-child,.text{text-align:left}
      td.number{font-variant-numeric:tabular-nums}
      pre{background:var(--card);border-radius:8px;padding:.8rem;overflow-x:auto;font-size:12px}
      svg{width:100%;height:auto}svg text{font-size:11px;fill:var(--soft)}
      .rule{stroke:var(--rule);stroke-width:1}.calm{fill:var(--calm)}.fault{fill:var(--fault)}
      .unhealed{fill:var(--bad)}.grants{fill:var(--grants)}rect.gap{fill:var(--gap)}
      text.gap{fill:var(--bad);font-weight:600}.violation{fill:var(--bad)}
      </style><h1>Tenure under faults</h1>
      """;

  private final Report report;
  private final Timeline timeline;
  private final StringBuilder out = new StringBuilder();

  private HtmlReport(Report report) {
    this.report = report;
    this.timeline = report.timeline();
  }

  public static String of(Report report) {
    HtmlReport page = new HtmlReport(report);
    page.write();
    return page.out.toString();
  }

  private void write() {
    out.append(HEAD);
    add(
        "<p class=\"verdict %s\">%s</p>",
        report.isGood() ? "good" : "bad", sentence(TextReport.conclusion(report)));
    if (!report.trouble().isEmpty()) {
      add("<p class=bad>Problem:</p><pre>%s</pre>", escape(report.trouble()));
    }
    report.shortcomings().forEach(why -> add("<p class=bad>Proves nothing: %s</p>", escape(why)));
    cards();
    out.append(TimelinePlot.of(report));
    add(
        "<p class=text>Orange: a fault, until the service recovered. Green: a calm, in which every"
            + " client must make progress. Red: no grant.</p>");
    promises();
    violations();
    faults();
    table("Settings", report.settings());
    if (!report.leftOut().isEmpty()) {
      table("Left out", report.leftOut());
    }
    add("</html>");
  }

  private static String sentence(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
  }

  private void cards() {
    long survived = timeline.faults().stream().filter(Entry.Fault::healed).count();
    long worst =
        timeline.longestGapMillis().values().stream().mapToLong(Long::longValue).max().orElse(0);
    long checks = report.verdicts().stream().mapToLong(Verdict::checked).sum();
    long broken = report.verdicts().stream().mapToLong(Verdict::violated).sum();
    add("<div class=cards>");
    card("%,d", checks, "checks");
    card("%,d", broken, "violations");
    card("%,d", survived, "faults recovered");
    card("%,d", timeline.grants(), "grants");
    card("%,d", timeline.calls(), "calls");
    card("%.1f&thinsp;%%", 100 * timeline.availability(), "of seconds with a grant");
    card("%.1f&thinsp;s", worst / 1e3, "longest gap in a fault");
    add("</div>");
  }

  private void card(String format, Object value, String what) {
    add("<div class=card><b>" + format + "</b><span>%s</span></div>", value, what);
  }

  private void promises() {
    add("<h2>Guarantees</h2><table>");
    add("<tr><th>guarantee<th>checked<th>left out<th>violated<th class=text>section");
    for (Verdict verdict : report.verdicts()) {
      add(
          "<tr><td>%s<td class=number>%s<td class=number>%,d<td class=\"number %s\">%,d"
              + "<td class=text>%s",
          escape(verdict.promise()),
          TextReport.checked(verdict),
          verdict.leftOut(),
          verdict.isKept() ? "good" : "bad",
          verdict.violated(),
          escape(verdict.about()));
    }
    add("</table>");
  }

  private void violations() {
    for (Verdict verdict : report.verdicts()) {
      for (Violation violation : verdict.violations()) {
        add("<p class=bad>%s: %s</p><pre>", escape(verdict.promise()), escape(violation.message()));
        for (Entry entry : violation.entries()) {
          add("%10.3f s  %s", timeline.seconds(entry.nanos()), escape(entry.toString()));
        }
        report.logs().around(violation).forEach(line -> add("    %s", escape(line)));
        add("</pre>");
      }
    }
  }

  private void faults() {
    add("<h2>Faults</h2><table>");
    add("<tr><th>kind<th>times<th>longest time without a grant");
    timeline
        .faultCounts()
        .forEach(
            (kind, count) ->
                add(
                    "<tr><td>%s<td class=number>%,d<td class=number>%,d ms",
                    escape(kind), count, timeline.longestGapMillis().getOrDefault(kind, 0L)));
    add("</table><h2>Faults in order</h2><table>");
    add("<tr><th>from<th>duration<th class=text>fault");
    for (Entry.Fault fault : timeline.faults()) {
      add(
          "<tr><td class=number>%.1f s<td class=number>%.1f s<td class=text>%s: %s%s",
          timeline.seconds(fault.fromNanos()),
          (fault.toNanos() - fault.fromNanos()) / 1e9,
          escape(fault.kind()),
          escape(fault.what()),
          fault.healed() ? "" : " <b class=bad>not recovered</b>");
    }
    for (Entry.Skipped fault : timeline.skipped()) {
      add(
          "<tr><td class=number>%.1f s<td><td class=text>%s could not start: %s",
          timeline.seconds(fault.nanos()), escape(fault.kind()), escape(fault.why()));
    }
    add("</table>");
  }

  private void table(String title, Map<String, String> rows) {
    add("<h2>%s</h2><table>", title);
    rows.forEach((name, value) -> add("<tr><td>%s<td class=text>%s", escape(name), escape(value)));
    add("</table>");
  }

  private void add(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
