package io.tenure.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A text file of {@code key = value} lines, UTF-8. Empty lines and lines that start with {@code #}
 * mean nothing; anything else, or a key that comes twice, is an error rather than a guess.
 */
public final class KeyValueFile {
  /** What stands behind a key, and in which line. */
  public record Entry(String value, int line) {}

  private KeyValueFile() {}

  public static Map<String, Entry> read(Path file) throws IOException, StartRefusedException {
    List<String> lines = Files.readAllLines(file);
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String text = lines.get(i).strip();
      if (!text.isEmpty() && text.charAt(0) != '#') {
        add(text, file, i + 1, entries);
      }
    }
    return entries;
  }

  private static void add(String text, Path file, int line, Map<String, Entry> entries)
      throws StartRefusedException {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw new StartRefusedException(
          file + ":" + line + ": \"" + text + "\" (expected: key = value)");
    }
    String key = text.substring(0, equals).strip();
    Entry first = entries.get(key);
    if (first != null) {
      throw new StartRefusedException(
          file + ":" + line + ": " + key + ": set twice (first in line " + first.line() + ")");
    }
    entries.put(key, new Entry(text.substring(equals + 1).strip(), line));
  }
}
