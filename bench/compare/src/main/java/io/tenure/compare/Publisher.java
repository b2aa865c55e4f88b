package io.tenure.compare;

import io.tenure.compare.report.HtmlReport;
import io.tenure.compare.report.JsonReport;
import io.tenure.compare.result.Machine;
import io.tenure.compare.result.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * Writes what there is.
 *
 * @param out the directory
 * @param started when, in UTC
 * @param command what was typed
 */
record Publisher(
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
        List.copyOf(comparison.contenders()),
        absent,
        List.copyOf(comparison.runs()));
  }

  void publish(Results results) {
    write("results.json", JsonReport.of(results));
    write("report.html", HtmlReport.of(results));
  }

  /** Never leaves half a file: this may be the last thing before the process is killed. */
  private void write(String name, String text) {
    try {
      Path draft = Files.writeString(out.resolve(name + ".draft"), text);
      Files.move(draft, out.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
