package io.tenure.faults.report;

import io.tenure.faults.checker.Verdict;
import io.tenure.faults.checker.Violation;
import io.tenure.faults.history.Entry;
import java.util.Locale;

/** For a terminal. */
public final class TextReport {
  private static final int VIOLATIONS_SHOWN = 3;
  private static final int ENTRIES_SHOWN = 12;

  private TextReport() {}

  public static String of(Report report) {
    StringBuilder out = new StringBuilder();
    Timeline timeline = report.timeline();
    line(
        out,
        "%,d grants in %,d calls, %,d calls with unknown outcome; %.1f %% of seconds with a grant",
        timeline.grants(),
        timeline.calls(),
        timeline.unknown(),
        100 * timeline.availability());
    if (timeline.shards() > 1) {
      line(
          out,
          "%.1f %% of seconds with a grant in the worst shard",
          100 * timeline.worstAvailability());
    }
    faults(out, timeline);
    line(out, "");
    line(out, "%-42s %10s %9s %7s  %s", "guarantee", "checked", "left out", "violated", "section");
    for (Verdict verdict : report.verdicts()) {
      line(
          out,
          "%-42s %10s %,9d %,7d  %s",
          verdict.promise(),
          checked(verdict),
          verdict.leftOut(),
          verdict.violated(),
          verdict.about());
    }
    report.verdicts().forEach(verdict -> violations(out, verdict, report));
    if (!report.trouble().isEmpty()) {
      line(out, "");
      line(out, "problem: %s", report.trouble());
    }
    report.shortcomings().forEach(why -> line(out, "proves nothing: %s", why));
    line(out, "");
    line(out, "%s", conclusion(report));
    return out.toString();
  }

  /** The number of checks, or that there were none. */
  static String checked(Verdict verdict) {
    return verdict.isUntested()
        ? "not tested"
        : String.format(Locale.ROOT, "%,d", verdict.checked());
  }

  /** The result in one sentence. */
  static String conclusion(Report report) {
    if (report.variant().isPresent()) {
      String variant = report.variant().get() + ", a deliberate bug: ";
      return report.broken().isEmpty()
          ? variant + "NOT detected"
          : variant + "detected by " + String.join("; ", report.broken());
    }
    if (!report.verdicts().stream().allMatch(Verdict::isKept)) {
      return "guarantees were VIOLATED";
    }
    String untested = String.join("; ", report.untested());
    if (!report.isGood()) {
      return "no guarantee was violated, but the run is INVALID";
    }
    return untested.isEmpty()
        ? "every guarantee held"
        : "every tested guarantee held; not tested: " + untested;
  }

  private static void faults(StringBuilder out, Timeline timeline) {
    line(out, "");
    line(out, "%-20s %6s  %s", "fault", "times", "longest time without a grant");
    timeline
        .faultCounts()
        .forEach(
            (kind, count) ->
                line(
                    out,
                    "%-20s %6d  %,d ms",
                    kind,
                    count,
                    timeline.longestGapMillis().getOrDefault(kind, 0L)));
    timeline
        .skippedCounts()
        .forEach((kind, count) -> line(out, "%-20s %6d  could not start", kind, count));
  }

  private static void violations(StringBuilder out, Verdict verdict, Report report) {
    for (Violation violation : verdict.violations().stream().limit(VIOLATIONS_SHOWN).toList()) {
      line(out, "");
      line(out, "%s: %s", verdict.promise(), violation.message());
      for (Entry entry : violation.entries().stream().limit(ENTRIES_SHOWN).toList()) {
        line(out, "  %10.3f s  %s", report.timeline().seconds(entry.nanos()), entry);
      }
      report.logs().around(violation).forEach(logged -> line(out, "%s", "    " + logged));
    }
  }

  private static void line(StringBuilder out, String format, Object... values) {
    out.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
        .append('\n');
  }
}
