package io.tenure.cli.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Stack;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The command to run, after {@code --}. It is cut off before the arguments are parsed, because
 * picocli would parse it as options and keys.
 */
@Command
public final class CommandTail {
  private static final String FIELD = "tail";

  private List<String> command = List.of();

  /** Empty if there was no {@code --}. */
  public List<String> command() {
    return command;
  }

  private static List<String> inOrder(List<String> stack) {
    List<String> ordered = new ArrayList<>(stack);
    Collections.reverse(ordered);
    return ordered;
  }

  /** For subcommands that run no command: refuses a command. */
  public static final class Refuser implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> args, CommandSpec spec, ArgSpec none, Map<String, Object> info) {
      MissingDelimiter.check(spec, inOrder(args));
      return false;
    }
  }

  /** For subcommands with a mixin named {@code tail}. */
  public static final class Cutter implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> args, CommandSpec spec, ArgSpec none, Map<String, Object> info) {
      MissingDelimiter.check(spec, inOrder(args));
      // The stack's last element is the next argument.
      int delimiter = args.lastIndexOf(MissingDelimiter.DELIMITER);
      if (delimiter >= 0) {
        List<String> command = inOrder(args.subList(0, delimiter));
        args.subList(0, delimiter + 1).clear();
        if (command.isEmpty()) {
          throw new ParameterException(spec.commandLine(), "missing COMMAND after --");
        }
        CommandSpec mixin = Objects.requireNonNull(spec.mixins().get(FIELD), FIELD);
        ((CommandTail) mixin.userObject()).command = command;
      }
      return false;
    }
  }
}
