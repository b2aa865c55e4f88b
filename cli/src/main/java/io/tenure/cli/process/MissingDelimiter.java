package io.tenure.cli.process;

import io.tenure.cli.terminal.Invocation;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Refuses a command that was given without the {@code --} in front of it. {@code tenure lock
 * /jobs/x /usr/bin/df -h} would otherwise print the help of {@code tenure}, run nothing, and exit
 * with 0.
 *
 * <p>It checks the arguments before picocli parses them, because the options of such a command look
 * like options of {@code tenure}. The command begins at the first positional argument that can be
 * nothing else: for an election at the second one, for a lock at the first one that is not a key.
 * All arguments before it, options included, belong to {@code tenure}; all others belong to the
 * command.
 */
public final class MissingDelimiter {
  /** Separates the arguments of {@code tenure} from the command to run. */
  static final String DELIMITER = "--";

  private static final String ELECT = "elect";
  private static final String ACQUIRE = "acquire";
  private static final String KEYS_ONLY = "--keys-only";

  private final CommandSpec spec;
  private final List<String> arguments;

  /** How many arguments are before the delimiter. */
  private final int own;

  private final boolean keysOnly;

  /** The indexes of the positional arguments: keys, names, and others. */
  private final List<Integer> positionals = new ArrayList<>();

  /** The index of an executable file that may be a key because a delimiter follows, or -1. */
  private int possibleKey = -1;

  private MissingDelimiter(CommandSpec spec, List<String> arguments) {
    this.spec = spec;
    this.arguments = arguments;
    int delimiter = arguments.indexOf(DELIMITER);
    own = delimiter < 0 ? arguments.size() : delimiter;
    keysOnly = arguments.subList(0, own).contains(KEYS_ONLY);
  }

  /**
   * Refuses the arguments if they contain such a command.
   *
   * @param spec of lock, acquire or elect
   * @param arguments all of them, in the order in which they were typed
   */
  static void check(CommandSpec spec, List<String> arguments) {
    new MissingDelimiter(spec, arguments).check();
  }

  private void check() {
    for (int i = 0; i < own; i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("-") || argument.equals("-")) {
        checkPositional(i);
      } else if (takesNext(checkedOption(argument), argument)) {
        i++;
      }
    }
    // After the delimiter, acquire has keys that may look like options; the others have a command.
    for (int i = own + 1; isNamed(ACQUIRE) && i < arguments.size(); i++) {
      checkPositional(i);
    }
  }

  private void checkPositional(int i) {
    positionals.add(i);
    String argument = arguments.get(i);
    boolean program = !keysOnly && isFileToExecute(argument);
    boolean tooMany = isNamed(ELECT) && positionals.size() > 1;
    boolean noPath = !isNamed(ELECT) && !keysOnly && isRelative(argument);
    if (tooMany || noPath || (program && !hasDelimitedCommand())) {
      throw refusal(i);
    } else if (program && possibleKey < 0) {
      possibleKey = i;
    }
  }

  /** Whether a delimiter and a command follow, and this subcommand runs one. */
  private boolean hasDelimitedCommand() {
    return own < arguments.size() && !isNamed(ACQUIRE);
  }

  private OptionSpec checkedOption(String argument) {
    OptionSpec option = option(argument);
    if (possibleKey >= 0 && (option == null || option.usageHelp() || option.versionHelp())) {
      throw refusal(possibleKey); // The delimiter belongs to the command, as in grep -h -- TEXT.
    } else if (option == null) {
      throw new ParameterException(spec.commandLine(), "Unknown option: '" + argument + "'");
    }
    return option;
  }

  private @Nullable OptionSpec option(String argument) {
    OptionSpec option = spec.optionsMap().get(argument.replaceFirst("=.*", ""));
    boolean attached = option == null && !argument.startsWith("--");
    return attached ? spec.optionsMap().get(argument.substring(0, 2)) : option;
  }

  private static boolean takesNext(OptionSpec option, String argument) {
    return option.arity().min() > 0 && Arrays.asList(option.names()).contains(argument);
  }

  private ParameterException refusal(int begin) {
    String first = arguments.get(begin);
    boolean elect = isNamed(ELECT);
    boolean program = isFileToExecute(first);
    String what;
    if (program) {
      what = "\"%s\" is an executable file, not a %s".formatted(first, elect ? "name" : "key");
    } else if (elect) {
      what = "names: " + positionals.size() + " (expected: 1)";
    } else {
      what = "key: \"" + first + "\" (expected: a path that starts with /)";
    }
    boolean isCommand = program || elect || isInPath(first) || isBehindAKey(begin);
    String hint =
        "; to run %s while %s: %s"
            .formatted(
                program ? "it" : "a command",
                elect ? "elected" : "the lock is held",
                correctedCommandLine(begin));
    String otherwise = program && !elect ? "; if it is a key, add " + KEYS_ONLY : "";
    return new ParameterException(spec.commandLine(), what + (isCommand ? hint : "") + otherwise);
  }

  private boolean isBehindAKey(int argument) {
    return positionals.get(0) < argument && !arguments.get(argument).startsWith("-");
  }

  /**
   * The correct command line. Acquire runs no command, and lock has all of its options, so acquire
   * becomes lock.
   */
  private String correctedCommandLine(int begin) {
    List<String> front = new ArrayList<>(arguments.subList(0, begin));
    front.remove(DELIMITER);
    boolean elect = isNamed(ELECT);
    if (positionals.get(0) == begin) {
      front.add(elect ? "NAME" : "KEY");
    }
    return "tenure %s %s -- %s"
        .formatted(
            elect ? "elect" : "lock",
            quoted(front),
            quoted(arguments.subList(begin, arguments.size())));
  }

  private boolean isNamed(String command) {
    return spec.name().equals(command);
  }

  /** An empty argument is an invalid key, not a command. */
  private static boolean isRelative(String argument) {
    return !argument.isEmpty() && !argument.startsWith("/");
  }

  /** A name without a slash is no file, even if a program has that name. */
  private static boolean isFileToExecute(String argument) {
    try {
      Path path = Path.of(argument);
      return argument.contains("/") && Files.isRegularFile(path) && Files.isExecutable(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isInPath(String argument) {
    return !argument.contains("/") && Invocation.current().finds(argument);
  }

  /** Quotes arguments for a shell. */
  private static String quoted(List<String> arguments) {
    return arguments.stream()
        .map(
            each -> each.matches("[\\w@%+=:,./-]+") ? each : "'" + each.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
