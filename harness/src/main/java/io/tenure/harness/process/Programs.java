package io.tenure.harness.process;

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

/** Finds and runs installed programs that soon exit. */
public final class Programs {
  /** Folders of programs for servers and administrators, which are not on every PATH. */
  private static final List<String> MORE_FOLDERS = List.of("/usr/sbin", "/usr/local/sbin", "/sbin");

  private Programs() {}

  /** Starts a process: {@code ProcessBuilder::start}, or what keeps account of it as well. */
  @FunctionalInterface
  public interface Starter {
    Process start(ProcessBuilder builder) throws IOException;
  }

  public static Optional<Path> find(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Arrays.stream(path.split(File.pathSeparator)), MORE_FOLDERS.stream())
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The path of a program that must be installed. */
  public static String require(String program) throws IOException {
    return find(program)
        .orElseThrow(() -> new IOException(program + " is not installed"))
        .toString();
  }

  /**
   * Runs a program until it exits.
   *
   * @return its output
   * @throws IOException if it failed, with its output
   */
  public static String run(String... words) throws IOException {
    return run("", List.of(words), ProcessBuilder::start);
  }

  /**
   * Like {@link #run(String...)}.
   *
   * @param input for its standard input
   */
  public static String run(String input, List<String> words, Starter starter) throws IOException {
    List<String> command = new ArrayList<>(words);
    find(words.get(0)).ifPresent(path -> command.set(0, path.toString()));
    Process process = starter.start(new ProcessBuilder(command).redirectErrorStream(true));
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It exited before it had read everything; its output says why.
      process.destroy();
    }
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int code = exitCode(process);
    if (code != 0) {
      throw new IOException(String.join(" ", words) + " exited with code " + code + ":\n" + output);
    }
    return output;
  }

  /** Ignores interrupts while it waits: a command that is half done is worse than the wait. */
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
