package io.tenure.bench.load;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The top-level command and the process entry point. */
@Command(
    name = "load",
    description = "Loads running servers and measures them.",
    synopsisSubcommandLabel = "WORKLOAD",
    mixinStandardHelpOptions = true,
    subcommands = {
      Pairs.class,
      Lone.class,
      HandOff.class,
      Watch.class,
      Sessions.class,
      Idle.class,
      Failover.class,
      Floor.class
    })
public final class Load implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Load())
        .setParameterExceptionHandler(Load::reportBadUsage)
        .setExecutionExceptionHandler(Load::reportFailure);
  }

  /** Reached only when no workload was given. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "missing workload");
  }

  private static int reportBadUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().printf("load: %s (see '%s --help')%n", e.getMessage(), name);
    return CommandLine.ExitCode.USAGE;
  }

  private static int reportFailure(Exception e, CommandLine command, ParseResult parsed)
      throws Exception {
    if (e instanceof LoadException) {
      command.getErr().printf("load: %s%n", e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
    throw e;
  }
}
