package io.tenure.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What benches that were killed have left behind: servers that still run, and their state. The name
 * of a bench's directory tells whose it is.
 *
 * @param parent where benches make their directories
 */
record Leftovers(Path parent) {
  private static final String PREFIX = "tenure-bench-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,10})-\\d+");
  private static final Path PROCESSES = Path.of("/proc");
  private static final long DEATH_SECONDS = 5;

  /** A directory for the bench that this process is. */
  Path create() throws IOException {
    return Files.createTempDirectory(
        parent.toRealPath(), PREFIX + ProcessHandle.current().pid() + "-");
  }

  /** Ends and deletes what nobody will; never fails for it. */
  void sweep(Consumer<String> say) {
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(parent.toRealPath(), PREFIX + "*")) {
      for (Path directory : found) {
        if (isOrphaned(directory)) {
          int ended = end(directory);
          delete(directory);
          say.accept(
              "swept up after a bench that was killed: %s, %d processes"
                  .formatted(directory, ended));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      say.accept("not swept up: " + e);
    }
  }

  private static boolean isOrphaned(Path directory) {
    Matcher name = NAME.matcher(directory.getFileName().toString());
    return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
  }

  /** Kills those that were given the directory, or something in it, and their children. */
  private static int end(Path directory) throws IOException {
    if (!Files.isDirectory(PROCESSES)) {
      return 0;
    }
    List<ProcessHandle> family = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        if (uses(process, directory)) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
              .ifPresent(
                  one -> Stream.concat(Stream.of(one), one.descendants()).forEach(family::add));
        }
      }
    }
    family.forEach(ProcessHandle::destroyForcibly);
    CompletableFuture.allOf(
            family.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
        .completeOnTimeout(null, DEATH_SECONDS, TimeUnit.SECONDS)
        .join();
    return (int) family.stream().distinct().count();
  }

  private static boolean uses(Path process, Path directory) {
    try {
      // In a charset that takes all bytes.
      String command = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
      return command.contains(directory + "/")
          || Files.readSymbolicLink(process.resolve("cwd")).startsWith(directory);
    } catch (IOException e) {
      return false; // It has ended, or is somebody else's.
    }
  }

  /** With everything in it. */
  static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
