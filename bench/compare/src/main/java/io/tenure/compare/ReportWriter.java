package io.tenure.compare;

import io.tenure.compare.report.HtmlReport;
import io.tenure.compare.report.JsonReport;
import io.tenure.compare.result.Machine;
import io.tenure.compare.result.Results;
import io.tenure.harness.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Writes the results, so far or final, to the output directory.
 *
 * @param out the output directory
 * @param started the time of the start, in UTC
 * @param command the command line
 * @param absent systems that were left out, with the reason
 */
record ReportWriter(
    Path out,
    String started,
    String command,
    Machine machine,
    Map<String, String> settings,
    Map<String, String> absent) {

  Results results(Comparison comparison, boolean partial) {
    return new Results(
        started,
        command,
        partial,
        machine,
        settings,
        List.copyOf(comparison.systems()),
        absent,
        List.copyOf(comparison.runs()));
  }

  void write(Results results) {
    write("results.json", JsonReport.of(results));
    write("report.html", HtmlReport.of(results));
  }

  /** Replaces a file as a whole: the process may be killed at any time. */
  private void write(String name, String text) {
    try {
      Folders.replaceFile(out.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
