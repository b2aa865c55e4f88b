package io.tenure.cli;

import io.tenure.client.Reason;
import io.tenure.client.TenureException;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The top-level command and the process entry point. */
@Command(
    name = "tenure",
    description = {
      "A distributed lock manager.",
      "",
      "Start it with `tenure up`, or three nodes with `tenure cluster up`, and try"
          + " `tenure acquire /demo`.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    usageHelpAutoWidth = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed or refused; standard error says why", "2:bad usage"},
    subcommands = {
      Up.class,
      Server.class,
      Cluster.class,
      Acquire.class,
      Renew.class,
      Release.class,
      Get.class,
      ListKeys.class,
      Watch.class,
      Status.class,
      MemberCommands.class,
      LeaderCommands.class,
      Revoke.class,
      Simulate.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setParameterExceptionHandler(Main::reportBadUsage)
        .setExecutionExceptionHandler(Main::reportFailure);
  }

  /** Reached only when no subcommand was given. */
  @Override
  public void run() {
    throw missingCommand(spec);
  }

  static ParameterException missingCommand(CommandSpec spec) {
    return new ParameterException(spec.commandLine(), "missing command");
  }

  /** One line: the default, the whole usage text, buries what was wrong. */
  private static int reportBadUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String reason = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().printf("tenure: %s (see '%s --help')%n", reason, name);
    return CommandLine.ExitCode.USAGE;
  }

  /** One line, too, unless it is a bug. */
  private static int reportFailure(Exception e, CommandLine command, ParseResult parsed)
      throws Exception {
    String message = expected(e).orElseThrow(() -> e);
    command.getErr().println("tenure: " + Texts.printable(message));
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static Optional<String> expected(Exception e) {
    String message = String.valueOf(e.getMessage());
    if (e instanceof TenureException failure) {
      return Optional.of(
          failure.reason() == Reason.UNREACHABLE
              ? message + "; start one with " + Invocation.current().command() + " up"
              : message);
    }
    return e instanceof CommandFailedException ? Optional.of(message) : Optional.empty();
  }
}
