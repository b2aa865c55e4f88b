package io.tenure.cli.run;

import io.tenure.cli.Version;
import io.tenure.cli.process.CommandTail;
import io.tenure.cli.process.ProcessGroup;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.ErrorOutput;
import io.tenure.cli.terminal.Invocation;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.Tenure;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Holds a lock while a command runs. */
@Command(
    name = "lock",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    preprocessor = CommandTail.Cutter.class,
    customSynopsis = {
      "tenure lock KEY... [--shared | --permits N] [--subtree] [--ttl TIME]",
      "                   [--wait TIME | --no-wait] [--value TEXT] [--name TEXT] [--grace TIME]",
      "                   [--keys-only] [OPTIONS] [-- COMMAND...]"
    },
    description = {
      "Runs a command while holding a lock.",
      "",
      "Exits with the exit code of the command. Without a command, prints the fencing"
          + " token and holds the lock until Ctrl-C or SIGTERM.",
      "",
      "Write the command and its options after --. A command without -- is refused"
          + " with exit code 2: every KEY must start with / and must not be an executable"
          + " file on this machine. --keys-only allows an executable file as a key.",
      "",
      "The command's environment has the fencing token in $$TENURE_TOKEN, the (first)"
          + " key in $$TENURE_KEY, and all keys in $$TENURE_KEYS, one per line. The command"
          + " should pass the token to the resource that the lock protects, and the resource"
          + " should reject smaller tokens.",
      "",
      "The command runs in its own process session and process group. SIGTERM, SIGINT,"
          + " SIGHUP and SIGWINCH are forwarded to all processes of that session, SIGUSR1 and"
          + " SIGUSR2 only to the command's own process; these two are ignored while no"
          + " command runs. SIGQUIT (Ctrl-\\) cannot be forwarded, because the JVM reserves"
          + " it, and is ignored: send it to the command's process directly. Background"
          + " processes that the command leaves behind are not waited for.",
      "",
      "If the service is unreachable, all processes of the session are terminated"
          + " before the lock can be granted to another client: when no keep-alive was"
          + " acknowledged for most of the TTL, they get SIGTERM, and after --grace SIGKILL."
          + " With the defaults, SIGTERM is sent 7 s after the last acknowledged keep-alive"
          + " and SIGKILL 2 s later, one second before the TTL of 10 s ends. A lock revoked"
          + " by an operator is lost at once: the processes get SIGTERM when this process"
          + " learns of it, within a third of the TTL, and SIGKILL after --grace.",
      "",
      "Not terminated are: processes that create their own session (setsid, daemons);"
          + " on systems without /proc, such as macOS, also processes in their own process"
          + " group (timeout, set -m), which get no forwarded signals there either; and all"
          + " processes if tenure itself is stopped or killed with SIGKILL. Only a resource"
          + " that checks fencing tokens is protected from these.",
      "",
      "The command inherits standard input, output and error and no other open files:"
          + " file descriptors above 2, for example of flock or a make job server, are closed.",
      "",
      "On a terminal, the command reads and writes as usual through standard input,"
          + " output and error. But its session has no controlling terminal: in the shell's"
          + " session its process group would be a background job, which is stopped when it"
          + " reads. So job control is not available, Ctrl-Z is ignored, and /dev/tty cannot"
          + " be opened: ssh, sudo and gpg cannot ask for a password. Provide credentials"
          + " beforehand (ssh-agent, gpg-agent), let sudo read the password from standard"
          + " input (sudo -S), or start tenure itself with sudo: sudo tenure lock KEY --"
          + " COMMAND.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure lock /billing/month-end -- ./close-month.sh",
      "  tenure lock /deploy --wait 30s --value \"release 7\" -- sh -c 'deploy --fence"
          + " $TENURE_TOKEN'",
      "  tenure lock /workers --permits 3 --no-wait -- ./work || echo \"exit code $?\"",
      "  tenure lock /a /b --shared"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "*:the exit code of the command, or 128 plus the signal number if a signal ended it",
      "0:without a command: stopped on request; the lock was released",
      "1:refused or failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the command did not run, but the lock may be held until"
          + " its TTL has passed",
      "75:the lock is held by others; standard error lists the holders",
      "76:the lock was lost before the command ended",
      "126, 127:the command cannot be executed"
    })
public final class Lock implements Callable<Integer> {
  /** The name that the service gives to an unnamed owner of a session. */
  private static final String OWNER = "default";

  @Spec private CommandSpec spec;
  @Mixin private ModeOptions mode;
  @Mixin private HoldingOptions holding;
  @Mixin private HolderOptions holder;
  @Mixin private CommandTail tail;
  @Mixin private EndpointsOption endpoints;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    List<String> command = tail.command();
    mode.requirePaths();
    List<String> starter =
        command.isEmpty() ? List.of() : ProcessGroup.starter(Invocation.current());
    Grace grace = holding.grace();
    Tenure tenure = holding.connect(endpoints, holder.name());
    try (Holding held = new Holding(tenure, mode.keys(), ErrorOutput.of(spec))) {
      LockRequest request = tenure.lock(mode.targets()).owner(OWNER).value(holder.value());
      Optional<Hold> hold = held.acquire(holding.limit(request), holding.waitTime());
      if (hold.isEmpty()) {
        return held.endRequested().join().exitCode();
      } else if (command.isEmpty()) {
        print(hold.get());
        return held.keep(hold.get());
      }
      return held.run(hold.get(), starter, command, grace);
    }
  }

  private void print(Hold hold) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        output.isJson()
            ? Json.write(
                Json.object(
                    "token", hold.token(),
                    "keys", mode.keys(),
                    "ttl_ms", holding.ttl().toMillis()))
            : Long.toString(hold.token()));
    out.flush();
    if (Invocation.current().isInteractive() && !output.isJson()) {
      spec.commandLine().getErr().println("Held until Ctrl-C.");
    }
  }
}
