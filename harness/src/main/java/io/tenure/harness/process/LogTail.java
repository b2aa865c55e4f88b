package io.tenure.harness.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The last lines of what a process printed, for error messages. */
public final class LogTail {
  private static final int LINES = 15;

  private LogTail() {}

  /** The path of the log and its last lines, indented. */
  public static String of(Path log) {
    try {
      // Not readString: a process that was killed may have written a part of a character.
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      return log
          + ":\n  "
          + String.join("\n  ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    } catch (IOException e) {
      return log + ":\n  " + e;
    }
  }
}
