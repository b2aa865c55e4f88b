package io.tenure.faults.report;

import io.tenure.faults.checker.Violation;
import io.tenure.faults.history.Entry;
import java.io.IOException;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What the nodes wrote at the time of something. They write the time of their wall clocks: of a
 * node whose clock is made to be wrong at that time nothing is found.
 */
public final class Logs {
  private static final Duration BEFORE = Duration.ofSeconds(2);
  private static final Duration AFTER = Duration.ofSeconds(1);
  private static final int MOST_LINES = 40;

  /** For a run without nodes. */
  public static final Logs NONE = new Logs(Map.of());

  private final Map<String, Path> files;

  /** What to add to the monotonic clock's time to get the wall clock's. */
  private final long wallMinusMonotonicNanos;

  /**
   * The logs of a run of which the machine's clocks are the same still.
   *
   * @param files by the names of the nodes
   */
  public Logs(Map<String, Path> files) {
    this.files = Map.copyOf(files);
    this.wallMinusMonotonicNanos =
        TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();
  }

  /** The lines around the last of what shows a violation. */
  public List<String> around(Violation violation) {
    List<Entry> entries = violation.entries();
    if (entries.isEmpty()) {
      return List.of();
    }
    long nanos = entries.get(entries.size() - 1).nanos();
    Instant time =
        Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(nanos + wallMinusMonotonicNanos));
    List<String> found = new ArrayList<>();
    files.forEach((node, file) -> read(node, file, time, found));
    return found.stream().sorted().limit(MOST_LINES).toList();
  }

  private static void read(String node, Path file, Instant time, List<String> found) {
    try (Stream<String> lines = Files.lines(file)) {
      lines
          .filter(line -> isBetween(line, time.minus(BEFORE), time.plus(AFTER)))
          .forEach(line -> found.add(line.replaceFirst(" ", " " + node + " ")));
    } catch (MalformedInputException e) {
      found.add(file + ": not text: " + e.getMessage());
    } catch (IOException e) {
      found.add(file + ": " + e.getMessage());
    }
  }

  private static boolean isBetween(String line, Instant from, Instant to) {
    int space = line.indexOf(' ');
    if (space < 0) {
      return false;
    }
    try {
      Instant written = OffsetDateTime.parse(line.substring(0, space)).toInstant();
      return written.isAfter(from) && written.isBefore(to);
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}
