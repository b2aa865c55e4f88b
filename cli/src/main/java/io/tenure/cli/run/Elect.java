package io.tenure.cli.run;

import io.tenure.cli.Version;
import io.tenure.cli.process.CommandTail;
import io.tenure.cli.process.EndingSignal;
import io.tenure.cli.process.ProcessGroup;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.ErrorOutput;
import io.tenure.cli.terminal.Invocation;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Runs a command while this process is the leader. The holder of the election's key is the leader.
 */
@Command(
    name = "elect",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    preprocessor = CommandTail.Cutter.class,
    customSynopsis = {
      "tenure elect NAME [--forever | --wait TIME | --no-wait] [--value TEXT] [--name TEXT]",
      "                  [--ttl TIME] [--grace TIME] [OPTIONS] -- COMMAND..."
    },
    description = {
      "Runs a command while this process is the elected leader.",
      "",
      "Joins an election as a candidate, runs the command when elected, and resigns"
          + " when the command ends. There can be any number of candidates on any number of"
          + " machines, and at most one leader. As with `tenure lock` (see there), the"
          + " command's environment has $$TENURE_TOKEN and $$TENURE_KEY, signals are"
          + " forwarded to the command, and the command and its child processes are"
          + " terminated before another candidate can be elected.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure elect scheduler --value \"$(hostname)\" -- ./scheduler",
      "  tenure elect scheduler --forever -- ./scheduler",
      "  tenure show /elections/scheduler"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "*:the exit code of the command, or 128 plus the signal number if a signal ended it",
      "1:refused or failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the command did not run, but possibly no other candidate"
          + " can be elected until the TTL has passed",
      "75:not elected within the wait time; standard error names the leader",
      "76:leadership was lost before the command ended",
      "126, 127:the command cannot be executed"
    })
public final class Elect implements Callable<Integer> {
  private static final String FOLDER = "/elections/";
  private static final String OWNER = "candidate";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "the election; its key is /elections/NAME, or NAME if it starts with /")
  private @Nullable String name;

  @Option(
      names = "--forever",
      description = {
        "become a candidate again after the command has ended or leadership was lost,"
            + " until SIGTERM or SIGINT. SIGHUP stops this only if no command is running, or"
            + " if the command ends because of it: within --grace, or with exit code 129"
      })
  private boolean forever;

  @Mixin private HoldingOptions holding;
  @Mixin private HolderOptions holder;
  @Mixin private CommandTail tail;
  @Mixin private EndpointsOption endpoints;

  /** {@link ErrorOutput} looks this mixin up by its name. */
  @SuppressWarnings("UnusedVariable")
  @Mixin
  private OutputOption output;

  @Override
  public Integer call() {
    requireCommand();
    if (forever && !holding.waitsWithoutLimit()) {
      throw new ParameterException(
          spec.commandLine(), "--forever cannot be combined with --wait or --no-wait");
    }
    List<String> starter = ProcessGroup.starter(Invocation.current());
    Grace grace = holding.grace();
    String key = keys().get(0);
    Tenure tenure = holding.connect(endpoints, holder.name());
    try (Holding held = new Holding(tenure, List.of(key), ErrorOutput.of(spec))) {
      Candidacy candidacy = new Candidacy(tenure, held, starter, key, grace);
      return forever ? candidacy.repeat() : candidacy.once();
    }
  }

  /** The key of the election; empty if the arguments have no name. */
  public List<String> keys() {
    if (name == null) {
      return List.of();
    }
    return List.of(name.startsWith("/") ? name : FOLDER + name);
  }

  private void requireCommand() {
    if (tail.command().isEmpty()) {
      throw new ParameterException(spec.commandLine(), "missing -- COMMAND");
    }
  }

  /** One candidacy after another: acquire the key, run the command, release the key. */
  private final class Candidacy {
    private final Tenure tenure;
    private final Holding held;
    private final List<String> starter;
    private final String key;
    private final Grace grace;
    private final Outage outage = new Outage(ErrorOutput.of(spec));

    Candidacy(Tenure tenure, Holding held, List<String> starter, String key, Grace grace) {
      this.tenure = tenure;
      this.held = held;
      this.starter = starter;
      this.key = key;
      this.grace = grace;
    }

    int once() {
      Optional<Hold> elected =
          held.acquire(
              holding.limit(tenure.lock(key).owner(OWNER).value(holder.value())),
              holding.waitTime());
      outage.end();
      return elected
          .map(hold -> held.run(hold, starter, tail.command(), grace))
          .orElseGet(() -> held.endRequested().join().exitCode());
    }

    /** Ends only on a signal, or on a failure that is not transient. */
    int repeat() {
      while (true) {
        try {
          int exitCode = once();
          if (held.endRequested().isDone()) {
            return exitCode;
          }
        } catch (TenureException e) {
          if (!isTransient(e)) {
            throw e;
          }
          outage.report(e);
        }
        // The pause gives other candidates a chance, and limits how often a failing command is
        // started.
        String unused =
            held.endRequested()
                .thenApply(EndingSignal::name)
                .completeOnTimeout("", Outage.PAUSE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
      }
    }

    private static boolean isTransient(TenureException failure) {
      return Outage.isTransient(failure) || failure.reason() == Reason.LIMIT_REACHED;
    }
  }
}
