package io.tenure.faults.report;

import io.tenure.faults.checker.Violation;
import io.tenure.faults.history.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the log lines of the nodes around a violation. Lines have the time of the node's wall
 * clock: while a fault makes that clock wrong, the lines of that node are not found.
 */
public final class Logs {
  private static final Duration BEFORE = Duration.ofSeconds(2);
  private static final Duration AFTER = Duration.ofSeconds(1);
  private static final int MOST_LINES = 40;

  /** For a run without nodes. */
  public static final Logs NONE = new Logs(Map.of());

  private final Map<String, Path> files;
  private @Nullable Read read; // Guarded by this.

  /** Added to monotonic time to get wall-clock time. */
  private final long wallMinusMonotonicNanos;

  /**
   * The logs of a run since which the machine was not restarted.
   *
   * @param files by the names of the nodes
   */
  public Logs(Map<String, Path> files) {
    this.files = Map.copyOf(files);
    this.wallMinusMonotonicNanos =
        TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();
  }

  /** The lines around the last entry of a violation. */
  public List<String> around(Violation violation) {
    List<Entry> entries = violation.entries();
    if (entries.isEmpty()) {
      return List.of();
    }
    long nanos = entries.get(entries.size() - 1).nanos();
    Instant time =
        Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(nanos + wallMinusMonotonicNanos));
    List<String> found = new ArrayList<>(read().unreadable);
    read()
        .lines
        .subMap(time.minus(BEFORE), false, time.plus(AFTER), false)
        .values()
        .forEach(found::addAll);
    return found.stream().sorted().limit(MOST_LINES).toList();
  }

  /** The content of the files, read once for all violations. */
  private synchronized Read read() {
    Read present = read;
    if (present == null) {
      present = new Read();
      files.forEach(present::add);
      read = present;
    }
    return present;
  }

  private static final class Read {
    private final NavigableMap<Instant, List<String>> lines = new TreeMap<>();
    private final List<String> unreadable = new ArrayList<>();

    void add(String node, Path file) {
      try (Stream<String> written = Files.lines(file)) {
        written.forEach(line -> addLine(node, line));
      } catch (MalformedInputException | UncheckedIOException e) {
        unreadable.add(file + ": not text: " + e.getMessage());
      } catch (IOException e) {
        unreadable.add(file + ": " + e.getMessage());
      }
    }

    private void addLine(String node, String line) {
      int space = line.indexOf(' ');
      if (space < 0) {
        return;
      }
      Instant time;
      try {
        time = OffsetDateTime.parse(line.substring(0, space)).toInstant();
      } catch (DateTimeParseException e) {
        return; // A later line of a longer message.
      }
      lines
          .computeIfAbsent(time, each -> new ArrayList<>(1))
          .add(line.replaceFirst(" ", " " + node + " "));
    }
  }
}
