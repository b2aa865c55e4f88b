package io.tenure.faults;

import io.tenure.faults.report.Report;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What came of a variant that is broken on purpose.
 *
 * @param report empty if it was not run
 * @param trouble why it was not; empty if it was
 */
record Catch(Broken variant, Optional<Report> report, String trouble) {
  static Catch of(Broken variant, Report report) {
    return new Catch(variant, Optional.of(report), "");
  }

  static Catch notRun(Broken variant, String why) {
    return new Catch(variant, Optional.empty(), why);
  }

  /** One that cannot be seen here need not be caught, but must have been run properly. */
  boolean isAsItShouldBe() {
    return isCaught() || (!variant.isVisible() && report.map(Report::isGood).orElse(false));
  }

  private boolean isCaught() {
    return report.map(told -> !told.broken().isEmpty()).orElse(false);
  }

  /** For people: one line for each. */
  static String table(List<Catch> catches) {
    StringBuilder out = new StringBuilder(line("variant", "caught", "after", "by"));
    for (Catch each : catches) {
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
    String expected = variant.isVisible() ? "" : "nothing, as is to be expected on one machine";
    return isAsItShouldBe() || report.get().isGood()
        ? expected
        : "the run was not as it should be; see its report";
  }
}
