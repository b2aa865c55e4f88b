package io.tenure.compare;

import io.tenure.harness.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directories for the state of servers, one for each run of the bench. Its name contains the
 * process id of the run, so that the next run finds servers and state of a run that was killed.
 *
 * @param parent the directory that contains them
 */
record RunDirectories(Path parent) {
  private static final String PREFIX = "tenure-bench-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,10})-\\d+");
  private static final Path PROCESSES = Path.of("/proc");
  private static final long EXIT_SECONDS = 5;

  /** Creates the directory of this run. */
  Path create() throws IOException {
    return Files.createTempDirectory(
        parent.toRealPath(), PREFIX + ProcessHandle.current().pid() + "-");
  }

  /** Ends servers and deletes state of runs that were killed. Reports a failure and goes on. */
  void removeStale(Consumer<String> report) {
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(parent.toRealPath(), PREFIX + "*")) {
      for (Path directory : found) {
        if (isStale(directory)) {
          int ended = end(directory);
          Folders.delete(directory);
          report.accept(
              "removed what a killed run has left behind: %s, %d processes"
                  .formatted(directory, ended));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      report.accept("cannot remove the remains of a killed run: " + e);
    }
  }

  private static boolean isStale(Path directory) {
    Matcher name = NAME.matcher(directory.getFileName().toString());
    return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
  }

  /** Kills the processes that use the directory, and their descendants. Returns how many. */
  private static int end(Path directory) throws IOException {
    if (!Files.isDirectory(PROCESSES)) {
      return 0;
    }
    List<ProcessHandle> stale = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        if (uses(process, directory)) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
              .ifPresent(
                  one -> Stream.concat(Stream.of(one), one.descendants()).forEach(stale::add));
        }
      }
    }
    stale.forEach(ProcessHandle::destroyForcibly);
    CompletableFuture.allOf(
            stale.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
        .completeOnTimeout(null, EXIT_SECONDS, TimeUnit.SECONDS)
        .join();
    return (int) stale.stream().distinct().count();
  }

  private static boolean uses(Path process, Path directory) {
    try {
      // In a charset in which any bytes are valid.
      String command = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
      return command.contains(directory + "/")
          || Files.readSymbolicLink(process.resolve("cwd")).startsWith(directory);
    } catch (IOException e) {
      return false; // It has ended, or belongs to another user.
    }
  }
}
