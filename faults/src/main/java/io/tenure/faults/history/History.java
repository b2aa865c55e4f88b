package io.tenure.faults.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All that was seen during a run, in order of time. */
public final class History {
  private final List<Entry> entries;
  private final Map<Class<?>, List<Entry>> byType = new HashMap<>();

  private History(List<Entry> entries) {
    this.entries = entries;
    addUnended(entries);
    // Stable: what a watch showed in the same nanosecond stays in the order in which it did.
    entries.sort(Comparator.comparingLong(Entry::nanos));
    for (Entry entry : entries) {
      byType.computeIfAbsent(entry.getClass(), type -> new ArrayList<>()).add(entry);
    }
  }

  /** What had begun and was not over when the run ended lasted until then. */
  private static void addUnended(List<Entry> entries) {
    Set<Object> ended = new HashSet<>();
    long lastNanos = Long.MIN_VALUE;
    for (Entry entry : entries) {
      lastNanos = Math.max(lastNanos, entry.nanos());
      if (entry instanceof Entry.Fault fault) {
        ended.add(fault.fromNanos());
      } else if (entry instanceof Entry.Paused paused) {
        ended.add(new Entry.PauseBegan(paused.client(), paused.fromNanos()));
      }
    }
    List<Entry> unended = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry instanceof Entry.FaultBegan began && !ended.contains(began.nanos())) {
        unended.add(
            new Entry.Fault(began.kind(), began.what(), began.nanos(), 0, lastNanos, false));
      } else if (entry instanceof Entry.PauseBegan began && !ended.contains(began)) {
        unended.add(new Entry.Paused(began.client(), began.nanos(), Long.MAX_VALUE));
      }
    }
    entries.addAll(unended);
  }

  public static History of(Collection<? extends Entry> entries) {
    return new History(new ArrayList<>(entries));
  }

  /**
   * Reads the files of a directory whose names end in .jsonl. The last line of a file may lack its
   * end, because its process was killed; such a line is left out.
   *
   * @throws IOException if a file cannot be read, or holds anything else that is no entry
   */
  public static History read(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.jsonl")) {
      found.forEach(files::add);
    }
    Collections.sort(files);
    List<Entry> entries = new ArrayList<>();
    EntryFormat format = new EntryFormat();
    for (Path file : files) {
      read(file, format, entries);
    }
    return new History(entries);
  }

  private static void read(Path file, EntryFormat format, List<Entry> entries) throws IOException {
    boolean torn = isTorn(file);
    int number = 0;
    // This way of decoding puts up with half a character at the end of a torn line.
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      String line = in.readLine();
      while (line != null) {
        number++;
        @Nullable String next = in.readLine();
        if (next != null || !torn) {
          entries.add(format.read(line));
        }
        line = next;
      }
    } catch (IOException | RuntimeException e) {
      throw new IOException(file + ", line " + number + ": no entry: " + e.getMessage(), e);
    }
  }

  private static boolean isTorn(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long length = in.length();
      if (length == 0) {
        return false;
      }
      in.seek(length - 1);
      return in.read() != '\n';
    }
  }

  public List<Entry> entries() {
    return Collections.unmodifiableList(entries);
  }

  /** The entries of one type, in order of time. */
  @SuppressWarnings("unchecked") // The list under a type has entries of that type only.
  public <T extends Entry> List<T> all(Class<T> type) {
    return (List<T>) Collections.unmodifiableList(byType.getOrDefault(type, List.of()));
  }
}
