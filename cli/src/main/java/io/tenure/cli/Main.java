package io.tenure.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The top-level command and the process entry point. */
@Command(
    name = "tenure",
    description = "A distributed lock manager.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = Simulate.class)
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main()).setParameterExceptionHandler(Main::reportBadUsage);
  }

  /** Reached only when no subcommand was given. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "missing command");
  }

  /** One line: the default, the whole usage text, buries what was wrong. */
  private static int reportBadUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String reason = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().printf("tenure: %s (see '%s --help')%n", reason, name);
    return CommandLine.ExitCode.USAGE;
  }
}
