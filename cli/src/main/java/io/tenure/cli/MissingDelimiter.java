package io.tenure.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Recognizes a command that was given without the {@code --} in front of it: {@code tenure lock
 * /jobs/x /usr/bin/backup} would lock two keys and run nothing.
 *
 * <p>An argument with a slash that is an executable file here begins such a command. A bare name
 * does not, although there may be a program of that name: it is a good name for an election.
 */
final class MissingDelimiter {
  private MissingDelimiter() {}

  /**
   * Refuses the arguments if one of them begins a command.
   *
   * @param arguments those that are neither options nor behind {@code --}
   * @param first what the first one should have been, if the command is all there is
   * @param otherwise how to say that it is none, to be added to the message
   */
  static void check(CommandLine command, List<String> arguments, String first, String otherwise) {
    for (int i = 0; i < arguments.size(); i++) {
      if (isProgram(arguments.get(i))) {
        throw new ParameterException(
            command,
            "\"%s\" is an executable file, not a key; to run it while the lock is held: %s%s"
                .formatted(arguments.get(i), spelling(command, arguments, i, first), otherwise));
      }
    }
  }

  private static String spelling(
      CommandLine command, List<String> arguments, int program, String first) {
    String keys = program == 0 ? first : quoted(arguments.subList(0, program));
    String name = command.getCommandName().equals("elect") ? "elect" : "lock";
    return "tenure %s %s -- %s"
        .formatted(name, keys, quoted(arguments.subList(program, arguments.size())));
  }

  private static boolean isProgram(String argument) {
    try {
      Path path = Path.of(argument);
      return argument.contains("/") && Files.isRegularFile(path) && Files.isExecutable(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** So that a shell takes them as they are. */
  private static String quoted(List<String> arguments) {
    return arguments.stream()
        .map(
            each -> each.matches("[\\w@%+=:,./-]+") ? each : "'" + each.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
