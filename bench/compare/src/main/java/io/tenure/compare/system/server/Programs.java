package io.tenure.compare.system.server;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds and runs programs that are installed on this machine. */
public final class Programs {
  /** Folders of server packages, which are not on every PATH. */
  private static final List<String> SERVER_FOLDERS = List.of("/usr/sbin", "/usr/local/sbin");

  private Programs() {}

  public static Optional<Path> find(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Arrays.stream(path.split(File.pathSeparator)), SERVER_FOLDERS.stream())
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
   * Runs a command until it exits.
   *
   * @return its output
   * @throws IOException if it failed
   */
  public static String run(List<String> command) throws IOException, InterruptedException {
    Process process =
        ChildProcesses.start(
            new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true));
    try {
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException(
            String.join(" ", command) + " exited with code " + code + ":\n" + output);
      }
      return output;
    } finally {
      ChildProcesses.end(process);
    }
  }
}
