package io.tenure.faults;

import io.tenure.faults.report.Report;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the checker detected a variant with a deliberate bug.
 *
 * @param report empty if the variant was not run
 * @param trouble why it was not run; empty if it was
 */
record Detection(BrokenVariant variant, Optional<Report> report, String trouble) {
  static Detection of(BrokenVariant variant, Report report) {
    return new Detection(variant, Optional.of(report), "");
  }

  static Detection notRun(BrokenVariant variant, String why) {
    return new Detection(variant, Optional.empty(), why);
  }

  /** A bug that is invisible on one machine need not be detected, but the run must be valid. */
  boolean isAsItShouldBe() {
    return isCaught() || (!variant.isVisible() && report.map(Report::isGood).orElse(false));
  }

  private boolean isCaught() {
    return report.map(told -> !told.broken().isEmpty()).orElse(false);
  }

  /** One line for each variant. */
  static String table(List<Detection> catches) {
    StringBuilder out = new StringBuilder(line("variant", "detected", "after", "by"));
    for (Detection each : catches) {
      out.append(line(each.variant.toString(), each.verdict(), each.after(), each.by()));
    }
    return out.toString();
  }

  private static String line(String variant, String verdict, String after, String by) {
    return String.format(Locale.ROOT, "%-22s %-10s %9s  %s", variant, verdict, after, by)
            .stripTrailing()
        + "\n";
  }

  private String verdict() {
    return isCaught() ? "yes" : report.isEmpty() ? "NOT RUN" : variant.isVisible() ? "NO" : "no";
  }

  private String after() {
    return report
        .filter(told -> isCaught() && told.brokenAfterSeconds().isPresent())
        .map(told -> String.format(Locale.ROOT, "%.1f s", told.brokenAfterSeconds().orElseThrow()))
        .orElse("");
  }

  private String by() {
    if (report.isEmpty()) {
      return trouble.lines().findFirst().orElse("");
    }
    if (isCaught()) {
      return String.join("; ", report.get().broken());
    }
    String expected = variant.isVisible() ? "" : "nothing, as expected on one machine";
    return isAsItShouldBe() || report.get().isGood()
        ? expected
        : "the run is invalid; see its report";
  }
}
