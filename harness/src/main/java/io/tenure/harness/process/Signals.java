package io.tenure.harness.process;

import io.tenure.harness.TimeLimit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Signals to processes. */
public final class Signals {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final Duration INTERVAL = Duration.ofMillis(10);

  private Signals() {}

  /**
   * Sends a signal.
   *
   * @param name without SIG, such as STOP
   */
  public static void send(String name, long pid) throws IOException {
    // The shell has kill built in, also where no package has installed the program.
    String unused = Programs.run("sh", "-c", "kill -" + name + " " + pid);
  }

  /**
   * Stops all threads of a process with SIGSTOP. Returns when none of them runs any more, or at
   * once where there is no {@code /proc} to tell.
   */
  public static void pause(Process process) throws IOException, InterruptedException {
    send("STOP", process.pid());
    if (!Files.isDirectory(ProcessStats.PROC)) {
      return;
    }
    try {
      TimeLimit.of(STOP_LIMIT)
          .until(
              "process " + process.pid() + " is stopped",
              INTERVAL,
              () -> !process.isAlive() || isStopped(process.pid()));
    } catch (TimeoutException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Lets a paused process continue. */
  public static void resume(Process process) throws IOException {
    send("CONT", process.pid());
  }

  /** Whether a process is stopped by a signal; false where there is no {@code /proc} to tell. */
  public static boolean isStopped(long pid) {
    try {
      Path stat = ProcessStats.PROC.resolve(Long.toString(pid)).resolve("stat");
      // In a charset in which any bytes are valid: the kernel cuts names within a character.
      String fields = Files.readString(stat, StandardCharsets.ISO_8859_1);
      // The second field is the command name in brackets and may contain any character.
      return fields.startsWith(") T", fields.lastIndexOf(')'));
    } catch (IOException e) {
      return false;
    }
  }
}
