package io.tenure.cli;

import io.tenure.cli.cluster.Cluster;
import io.tenure.cli.inspect.Ls;
import io.tenure.cli.inspect.Sessions;
import io.tenure.cli.inspect.Show;
import io.tenure.cli.inspect.Status;
import io.tenure.cli.inspect.Watch;
import io.tenure.cli.operate.MemberCommands;
import io.tenure.cli.operate.RaiseRevision;
import io.tenure.cli.operate.Revoke;
import io.tenure.cli.operate.TransferLeader;
import io.tenure.cli.run.Acquire;
import io.tenure.cli.run.Elect;
import io.tenure.cli.run.Lock;
import io.tenure.cli.run.Release;
import io.tenure.cli.run.Renew;
import io.tenure.cli.server.Server;
import io.tenure.cli.server.Up;
import io.tenure.cli.simulate.Simulate;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.ErrorOutput;
import io.tenure.cli.terminal.ExitCodes;
import io.tenure.cli.terminal.Invocation;
import io.tenure.cli.terminal.LeanStart;
import io.tenure.cli.terminal.OutputClosedException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import java.util.List;
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
      "Start a single node with `tenure up`, or three nodes with `tenure cluster up`."
          + " Then try `tenure lock /demo -- sleep 30`.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    usageHelpAutoWidth = true,
    footer = {
      "",
      "Examples:",
      "  tenure lock /billing/month-end --wait 30s -- ./close-the-books",
      "  tenure show /billing/month-end",
      "  tenure lock --help"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:failed or refused; standard error says why",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the operation may or may not have been executed",
      "75:the lock is held by others",
      "76:the lock was lost while it was in use"
    })
public final class Main implements Runnable {
  private static final List<String> COMMANDS =
      List.of(
          "up",
          "server",
          "cluster",
          "lock",
          "elect",
          "acquire",
          "renew",
          "release",
          "show",
          "ls",
          "watch",
          "sessions",
          "revoke",
          "status",
          "member",
          "transfer-leader",
          "raise-revision",
          "simulate",
          "bench",
          "faults",
          "completion");

  /** The character that the JVM decodes invalid bytes to. */
  private static final char REPLACEMENT_CHARACTER = '\uFFFD';

  @Spec private CommandSpec spec;

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    Optional<String> name = subcommand(args);
    if (name.isPresent() && !LeanStart.isForServer(name.get())) {
      LeanStart.prepare();
    }
    CommandLine command = name.map(each -> commandLine(List.of(each))).orElseGet(Main::commandLine);
    int exitCode = run(command, args);
    boolean outputClosed = exitCode == CommandLine.ExitCode.OK && OutputClosedException.isDue();
    System.exit(outputClosed ? ExitCodes.OUTPUT_CLOSED : exitCode);
  }

  /**
   * Refuses arguments that are not valid UTF-8: they would name another key or command than the
   * user typed.
   */
  private static int run(CommandLine command, String[] args) {
    for (String each : args) {
      if (each.indexOf(REPLACEMENT_CHARACTER) >= 0) {
        ErrorOutput.of(command, args)
            .error(
                ErrorOutput.BAD_USAGE,
                "argument: \"" + each + "\" (expected: UTF-8)",
                CommandLine.ExitCode.USAGE);
        return CommandLine.ExitCode.USAGE;
      }
    }
    return command.execute(args);
  }

  /** The command line with all subcommands. */
  public static CommandLine commandLine() {
    return commandLine(COMMANDS);
  }

  /**
   * Creates only the named subcommands: creating all of them takes longer than most of them run.
   */
  private static CommandLine commandLine(List<String> names) {
    CommandLine main = new CommandLine(new Main());
    names.forEach(name -> main.addSubcommand(new CommandLine(command(name))));
    // An argument that starts with @ is a plain argument, not a file that contains arguments.
    return main.setExpandAtFiles(false)
        .setParameterExceptionHandler(Main::reportBadUsage)
        .setExecutionExceptionHandler(Main::reportFailure);
  }

  /** The subcommand, if it is the first argument. */
  private static Optional<String> subcommand(String[] args) {
    return args.length > 0 && COMMANDS.contains(args[0]) ? Optional.of(args[0]) : Optional.empty();
  }

  private static Object command(String name) {
    return switch (name) {
      case "up" -> new Up();
      case "server" -> new Server();
      case "cluster" -> new Cluster();
      case "lock" -> new Lock();
      case "elect" -> new Elect();
      case "acquire" -> new Acquire();
      case "renew" -> new Renew();
      case "release" -> new Release();
      case "show" -> new Show();
      case "ls" -> new Ls();
      case "watch" -> new Watch();
      case "sessions" -> new Sessions();
      case "revoke" -> new Revoke();
      case "status" -> new Status();
      case "member" -> new MemberCommands();
      case "transfer-leader" -> new TransferLeader();
      case "raise-revision" -> new RaiseRevision();
      case "simulate" -> new Simulate();
      case "bench" -> new Bench();
      case "faults" -> new Faults();
      case "completion" -> new Completion();
      default -> throw new IllegalArgumentException("command: " + name);
    };
  }

  /** Reached only when no subcommand was given. */
  @Override
  public void run() {
    throw missingCommand(spec);
  }

  public static ParameterException missingCommand(CommandSpec spec) {
    return new ParameterException(spec.commandLine(), "missing command");
  }

  /** Prints one line: the default, the whole usage text, hides the error. */
  private static int reportBadUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String reason = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    String name = command.getCommandSpec().qualifiedName();
    ErrorOutput.of(command, args)
        .error(
            ErrorOutput.BAD_USAGE,
            "%s (see '%s --help')".formatted(reason, name),
            CommandLine.ExitCode.USAGE);
    return CommandLine.ExitCode.USAGE;
  }

  /** Prints one line. An unexpected exception is rethrown with its stack trace. */
  private static int reportFailure(Exception e, CommandLine command, ParseResult parsed)
      throws Exception {
    ErrorOutput err = ErrorOutput.of(command.getCommandSpec());
    if (e instanceof TenureException failure) {
      int exitCode = ExitCodes.of(failure);
      err.error(failure.reason().name(), message(failure), exitCode);
      return exitCode;
    } else if (e instanceof CommandFailedException failure) {
      err.error(failure.reason(), String.valueOf(failure.getMessage()), failure.exitCode());
      return failure.exitCode();
    } else if (e instanceof OutputClosedException) {
      return ExitCodes.OUTPUT_CLOSED;
    } else if (e instanceof IllegalArgumentException) {
      // The client library validates its parameters, which are the command-line arguments.
      return reportBadUsage(
          new ParameterException(command, String.valueOf(e.getMessage()), e), new String[0]);
    }
    throw e;
  }

  private static String message(TenureException failure) {
    String message = String.valueOf(failure.getMessage());
    return failure.reason() == Reason.UNREACHABLE
        ? message + "; to start a server, run " + Invocation.current().command() + " up"
        : message;
  }
}
