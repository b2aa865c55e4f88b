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
      "Exits with the exit code of the command. Without a command: prints the token and"
          + " holds the lock until Ctrl-C or SIGTERM.",
      "",
      "The command stands behind --, with its options. A command without -- is refused with exit"
          + " code 2: an argument that does not start with /, or that is an executable file on this"
          + " machine. --keys-only allows an executable file as a key.",
      "",
      "The command finds the token in $$TENURE_TOKEN, the (first) key in $$TENURE_KEY, and all keys"
          + " in $$TENURE_KEYS, one a line. It should hand the token to whatever the lock protects,"
          + " which should refuse smaller ones.",
      "",
      "The command runs in a session and a process group of its own. SIGTERM, SIGINT, SIGHUP and"
          + " SIGWINCH are passed on to all processes of the session, SIGUSR1 and SIGUSR2 to the"
          + " command's own process only; these two do nothing while no command runs. SIGQUIT"
          + " (Ctrl-\\) cannot be passed on, as the JVM keeps it for itself, and does nothing: send it"
          + " to the command's own process. What the command leaves behind in the background when it"
          + " ends is not waited for.",
      "",
      "If the service cannot be reached, every process of the session is dead before the lock can be"
          + " granted to another: when no keep-alive was acknowledged for most of the TTL, the"
          + " session gets SIGTERM, and after --grace SIGKILL. With the defaults SIGTERM comes 7 s"
          + " after the last keep-alive that was acknowledged, and SIGKILL 2 s later, one second"
          + " before the TTL of 10 s is over. A lock that an operator revoked is gone at once: the"
          + " session gets SIGTERM when this process hears of it, within a third of the TTL, and"
          + " SIGKILL after --grace.",
      "",
      "These processes are not ended: those that make a session of their own (setsid, daemons); on"
          + " systems without /proc, such as macOS, also those in a process group of their own"
          + " (timeout, set -m), which get no other signals there either; and all of them if this"
          + " process is itself stopped, or killed with SIGKILL. Only a resource that checks tokens"
          + " is safe from them.",
      "",
      "The command has this process's standard input, output and error, and no other open files:"
          + " descriptors above 2, as of flock or of a job server, are closed in it.",
      "",
      "On a terminal the command can read and write as usual through its standard input and outputs."
          + " But it runs in a session of its own, which has no controlling terminal: in the session"
          + " of the shell its process group would be a background job, which is stopped when it"
          + " reads. So there is no job control in it, Ctrl-Z does nothing, and /dev/tty cannot be"
          + " opened: ssh, sudo and gpg cannot ask for a password. Give them what they need"
          + " beforehand (ssh-agent, gpg-agent), let sudo read it from standard input (sudo -S), or"
          + " start tenure itself with sudo: sudo tenure lock KEY -- COMMAND.",
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
      "*:that of the command, 128 and the number of the signal if it died of one",
      "0:without a command: it was asked to end, and has released the lock",
      "1:refused or failed; standard error says why",
      "2:bad usage",
      "69:the service cannot be reached; nothing was done",
      "74:no answer came to a request; the command did not run, but the lock may be held until its"
          + " TTL is over",
      "75:others hold it, standard error says who",
      "76:the lock was lost before the command ended",
      "126, 127:the command cannot be run"
    })
public final class Lock implements Callable<Integer> {
  /** As the service calls whoever has no name of its own inside a session. */
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
        return held.asked().join().exitCode();
      } else if (command.isEmpty()) {
        tell(hold.get());
        return held.keep(hold.get());
      }
      return held.run(hold.get(), starter, command, grace);
    }
  }

  private void tell(Hold hold) {
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
