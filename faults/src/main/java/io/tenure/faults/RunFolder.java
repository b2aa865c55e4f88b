package io.tenure.faults;

import io.tenure.faults.checker.Bounds;
import io.tenure.faults.checker.Checker;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.History;
import io.tenure.faults.report.HtmlReport;
import io.tenure.faults.report.JsonReport;
import io.tenure.faults.report.Logs;
import io.tenure.faults.report.Report;
import io.tenure.faults.report.TextReport;
import io.tenure.faults.report.Timeline;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Where everything is that a run leaves behind, and what follows from it. */
record RunFolder(Path directory) {
  /** What the processes of the run have seen. */
  Path histories() {
    return directory.resolve("history");
  }

  /** Whether anything was seen. */
  boolean hasHistory() {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(histories(), "*.jsonl")) {
      return found.iterator().hasNext();
    } catch (IOException e) {
      return false;
    }
  }

  /** How many bytes each file of the history has. */
  Map<String, Long> historySizes() throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(histories(), "*.jsonl")) {
      for (Path file : found) {
        sizes.put(file.getFileName().toString(), Files.size(file));
      }
    }
    return sizes;
  }

  /** A folder for each node, with its log and its data. */
  Path nodes() {
    return directory.resolve("nodes");
  }

  /**
   * Checks the history.
   *
   * @param progress is told what is done, because a long history takes minutes
   */
  Report judge(Bounds bounds, RunNotes notes, Consumer<String> progress) throws IOException {
    progress.accept("reading the history");
    History history = History.read(histories());
    progress.accept(String.format(Locale.ROOT, "checking %,d entries", history.entries().size()));
    List<Verdict> verdicts = new Checker(bounds).check(history, progress);
    return new Report(
        notes.settings(),
        notes.leftOut(),
        Timeline.of(history),
        verdicts,
        notes.heldAgainst(historySizes()).trouble(),
        new Logs(logs()));
  }

  private Map<String, Path> logs() throws IOException {
    Map<String, Path> files = new TreeMap<>();
    if (Files.isDirectory(nodes())) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(nodes())) {
        for (Path node : found) {
          Path log = node.resolve("server.log");
          if (Files.isRegularFile(log)) {
            files.put(node.getFileName().toString(), log);
          }
        }
      }
    }
    return files;
  }

  /** Writes the report in every form. Returns the one to look at. */
  Path write(Report report) throws IOException {
    Files.writeString(directory.resolve("report.txt"), TextReport.of(report));
    Files.writeString(directory.resolve("report.json"), JsonReport.of(report));
    Path page = directory.resolve("report.html");
    Files.writeString(page, HtmlReport.of(report));
    return page;
  }
}
