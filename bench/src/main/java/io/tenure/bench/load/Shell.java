package io.tenure.bench.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs other programs. */
final class Shell {
  private static final long LIMIT_SECONDS = 120;

  private Shell() {}

  static void signal(long pid, String signal) {
    run(List.of("kill", "-s", signal, Long.toString(pid)));
  }

  /** Has the JVM with this id collect garbage. */
  static void collectGarbage(long pid) {
    String jcmd = System.getProperty("java.home") + "/bin/jcmd";
    run(List.of(jcmd, Long.toString(pid), "GC.run"));
  }

  static void run(String command, String... arguments) {
    List<String> words = new ArrayList<>(List.of(command.trim().split("\\s+")));
    words.addAll(List.of(arguments));
    run(words);
  }

  private static void run(List<String> words) {
    String command = String.join(" ", words);
    try {
      // What the command starts may outlive it and must not hold on to a pipe of ours.
      Process process =
          new ProcessBuilder(words)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new LoadException(command + ": has not ended after " + LIMIT_SECONDS + " s");
      }
      if (process.exitValue() != 0) {
        throw new LoadException(command + ": ended with code " + process.exitValue());
      }
    } catch (IOException e) {
      throw new LoadException(command + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException(command + ": interrupted", e);
    }
  }
}
