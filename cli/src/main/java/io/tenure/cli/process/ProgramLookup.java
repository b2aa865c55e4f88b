package io.tenure.cli.process;

import io.tenure.cli.terminal.ExitCodes;
import io.tenure.cli.terminal.Invocation;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Searches for the program of a command as the operating system does. A missing program is reported
 * like every other error; problems that only the operating system detects are reported by {@code
 * setsid} as text.
 */
public final class ProgramLookup {
  /** The path that is searched if there is no {@code $PATH}. */
  private static final String DEFAULT_PATH = "/bin:/usr/bin";

  /** The kernel reads at most this much of the first line. */
  private static final int FIRST_LINE_BYTES = 256;

  private static final Pattern INTERPRETER = Pattern.compile("^#![ \\t]*([^ \\t\\n\\x00]+)");

  /**
   * Why a command cannot be run.
   *
   * @param exitCode the one that a shell uses for this problem
   */
  public record Problem(String message, int exitCode) {
    private static Problem notFound(String program, String why) {
      return new Problem(message(program, why), ExitCodes.NOT_FOUND);
    }

    private static Problem notExecutable(String program, String why) {
      return new Problem(message(program, why), ExitCodes.NOT_EXECUTABLE);
    }

    private static String message(String program, String why) {
      return "cannot run \"" + program + "\": " + why;
    }
  }

  private ProgramLookup() {}

  /** Empty if no problem was found. */
  public static Optional<Problem> problem(String program, Invocation invocation) {
    if (program.contains("/")) {
      return problem(program, List.of(Path.of(program)), "no such file");
    }
    String path = invocation.environment().getOrDefault("PATH", DEFAULT_PATH);
    List<Path> candidates =
        program.isEmpty()
            ? List.of()
            : Arrays.stream(path.split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, program))
                .toList();
    return problem(program, candidates, "not found in $PATH");
  }

  private static Optional<Problem> problem(String program, List<Path> candidates, String notFound) {
    Optional<Path> found = candidates.stream().filter(ProgramLookup::isExecutable).findFirst();
    if (found.isPresent()) {
      return interpreterOf(found.get()).flatMap(each -> interpreterProblem(program, each));
    }
    return Optional.of(
        candidates.stream().anyMatch(Files::exists)
            ? Problem.notExecutable(program, "not an executable file")
            : Problem.notFound(program, notFound));
  }

  private static boolean isExecutable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private static Optional<Problem> interpreterProblem(String program, String interpreter) {
    Path file = Path.of(interpreter);
    if (isExecutable(file)) {
      return Optional.empty();
    }
    String what = "its interpreter \"" + interpreter + "\" ";
    return Optional.of(
        Files.exists(file)
            ? Problem.notExecutable(program, what + "is not an executable file")
            : Problem.notFound(program, what + "does not exist"));
  }

  /** Of a script that names one in its first line. */
  private static Optional<String> interpreterOf(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      String start = new String(in.readNBytes(FIRST_LINE_BYTES), StandardCharsets.UTF_8);
      Matcher matcher = INTERPRETER.matcher(start);
      return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    } catch (IOException notReadable) {
      return Optional.empty(); // A program can be executable without being readable.
    }
  }
}
