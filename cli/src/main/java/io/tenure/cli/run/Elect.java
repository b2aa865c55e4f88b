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

/** Runs a command while leading. Whoever holds the key of an election leads. */
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
      "Runs a command while leading.",
      "",
      "Stands in an election, runs the command when elected, and resigns when it ends. Many"
          + " may stand, on any number of machines; one leads. As with `tenure lock`, which see,"
          + " the command finds $$TENURE_TOKEN and $$TENURE_KEY, gets the signals that this"
          + " process gets, and is ended with all that it started before another can be elected.",
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
      "*:that of the command, 128 and the number of the signal if it died of one",
      "1:refused or failed; standard error says why",
      "2:bad usage",
      "69:the service cannot be reached; nothing was done",
      "74:no answer came to a request; the command did not run, but nobody else may lead until the"
          + " TTL is over",
      "75:not elected in time, standard error says who leads",
      "76:leadership was lost before the command ended",
      "126, 127:the command cannot be run"
    })
public final class Elect implements Callable<Integer> {
  private static final String FOLDER = "/elections/";
  private static final String OWNER = "candidate";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "of the election; its key is /elections/NAME, or NAME if that starts with /")
  private @Nullable String name;

  @Option(
      names = "--forever",
      description = {
        "stand again when the command has ended or leadership is lost, until SIGTERM or SIGINT."
            + " SIGHUP ends it only if no command runs, or if the command ends of it: within"
            + " --grace, or with exit code 129"
      })
  private boolean forever;

  @Mixin private HoldingOptions holding;
  @Mixin private HolderOptions holder;
  @Mixin private CommandTail tail;
  @Mixin private EndpointsOption endpoints;

  /** {@link ErrorOutput} finds it by its name. */
  @SuppressWarnings("UnusedVariable")
  @Mixin
  private OutputOption output;

  @Override
  public Integer call() {
    requireACommand();
    if (forever && !holding.isPatient()) {
      throw new ParameterException(spec.commandLine(), "--forever is not for --wait or --no-wait");
    }
    List<String> starter = ProcessGroup.starter(Invocation.current());
    Grace grace = holding.grace();
    String key = keys().get(0);
    Tenure tenure = holding.connect(endpoints, holder.name());
    try (Holding held = new Holding(tenure, List.of(key), ErrorOutput.of(spec))) {
      Term term = new Term(tenure, held, starter, key, grace);
      return forever ? term.again() : term.once();
    }
  }

  /** The key of the election; empty if the arguments have no name. */
  public List<String> keys() {
    if (name == null) {
      return List.of();
    }
    return List.of(name.startsWith("/") ? name : FOLDER + name);
  }

  private void requireACommand() {
    if (tail.command().isEmpty()) {
      throw new ParameterException(spec.commandLine(), "missing -- COMMAND");
    }
  }

  /** From standing to the end of the command. */
  private final class Term {
    private final Tenure tenure;
    private final Holding held;
    private final List<String> starter;
    private final String key;
    private final Grace grace;
    private final Outage outage = new Outage(ErrorOutput.of(spec));

    Term(Tenure tenure, Holding held, List<String> starter, String key, Grace grace) {
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
      outage.over();
      return elected
          .map(hold -> held.run(hold, starter, tail.command(), grace))
          .orElseGet(() -> held.asked().join().exitCode());
    }

    /** Only a request to end ends it, or a failure that does not pass. */
    int again() {
      while (true) {
        try {
          int exitCode = once();
          if (held.asked().isDone()) {
            return exitCode;
          }
        } catch (TenureException e) {
          if (!mayPass(e)) {
            throw e;
          }
          outage.tell(e);
        }
        // Lets others lead, and keeps a command that fails at once from running all the time.
        String unused =
            held.asked()
                .thenApply(EndingSignal::name)
                .completeOnTimeout("", Outage.PAUSE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
      }
    }

    private static boolean mayPass(TenureException failure) {
      return Outage.mayPass(failure) || failure.reason() == Reason.LIMIT_REACHED;
    }
  }
}
