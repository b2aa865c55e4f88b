package io.tenure.faults.cluster;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine that soon end. */
public final class Commands {
  /** Where packages put what only root needs, though not everybody's path has it. */
  private static final List<String> ROOT_FOLDERS = List.of("/usr/sbin", "/sbin");

  private Commands() {}

  static Optional<Path> find(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Arrays.stream(path.split(File.pathSeparator)), ROOT_FOLDERS.stream())
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Runs a program.
   *
   * @return what it printed
   * @throws IOException if it failed, with what it printed
   */
  public static String run(String... words) throws IOException {
    return runWith("", List.of(words));
  }

  /** Like {@link #run}, for a program that reads this. */
  public static String runWith(String input, List<String> words) throws IOException {
    List<String> found = new ArrayList<>(words);
    find(words.get(0)).ifPresent(path -> found.set(0, path.toString()));
    Process process = new ProcessBuilder(found).redirectErrorStream(true).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It may have ended before it has read all. Why, it has said.
      process.destroy();
    }
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int code = exitCode(process);
    if (code != 0) {
      throw new IOException(
          String.join(" ", words) + " ended with exit code " + code + ": " + output);
    }
    return output;
  }

  /** Also when this thread is interrupted: half of what is to be done is worse than the wait. */
  private static int exitCode(Process process) {
    boolean interrupted = false;
    while (true) {
      try {
        int code = process.waitFor();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return code;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }
}
