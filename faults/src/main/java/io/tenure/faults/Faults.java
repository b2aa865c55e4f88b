package io.tenure.faults;

import io.tenure.faults.fault.Selection;
import io.tenure.faults.fill.Fill;
import io.tenure.faults.report.Report;
import io.tenure.faults.report.TextReport;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Injects faults into processes of Tenure and checks that its guarantees hold. */
@Command(
    name = "faults",
    mixinStandardHelpOptions = true,
    subcommands = Fill.class,
    sortOptions = false,
    description = {
      "Runs real servers and clients on this machine, injects faults, and checks the recorded"
          + " history of all calls and events against Tenure's guarantees.",
      "As root, each node runs in its own network namespace, which allows network faults. Faults"
          + " that need root, or a package that is not installed, are left out and listed."
    },
    footer = {
      "",
      "Groups of faults, and their kinds:",
      "  kill        kill-one, kill-leader, kill-majority, kill-all, restart,",
      "              kill-client",
      "  pause       pause-leader, pause-follower, pause-client",
      "  partition   partition-leader, partition-minority, partition-bridge,",
      "              partition-all, partition-one-way, partition-flapping,",
      "              partition-clients",
      "  slow        delay, loss, slow-disk",
      "  clock       clock-jump, clock-drift, client-clock",
      "  disk        disk-full, disk-error, slow-disk",
      "  membership  wipe, replace, snapshot, transfer",
      "  client      pause-client, kill-client, partition-clients, client-clock",
      "",
      "Examples:",
      "  tenure faults --minutes 2",
      "  tenure faults --minutes 30 --nodes 5 --shards 3",
      "  tenure faults --faults kill,partition --seed 42",
      "  tenure faults --minutes 2 --broken token-restart",
      "  tenure faults --broken all",
      "  tenure faults fill",
      "",
      "Exit codes: 0 every guarantee held, or a broken variant was detected; 1 a guarantee was"
          + " violated, the service did not recover, or the run proves nothing; 2 wrong usage; 130"
          + " interrupted."
    })
public final class Faults implements Callable<Integer> {
  /** Stands for all variants in {@code --broken}. */
  private static final String EVERY_VARIANT = "all";

  private static final double FIVE_MINUTES = 5;

  /** Minutes; enough for several faults that expose the variant, and the calm at the end. */
  private static final double EACH_VARIANT = 1.5;

  @Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description =
          "How long faults are injected (default: 5; with --broken all: 1.5 for each variant).")
  private @Nullable Double minutes;

  @Option(
      names = "--faults",
      paramLabel = "NAME[,NAME...]",
      description =
          "The faults to inject: all, or groups and kinds as listed below (default: all; with"
              + " --broken, the faults that expose the variant).")
  private @Nullable String faults;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed of all random choices (default: a new one, printed).")
  private @Nullable Long seed;

  @Option(
      names = "--nodes",
      paramLabel = "3|5",
      defaultValue = "3",
      description = "The number of servers (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--shards",
      paramLabel = "K",
      defaultValue = "1",
      description = "The number of shards, 1 to 10 (default: ${DEFAULT-VALUE}).")
  private int shards;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "400",
      description = "Operations per second of all clients together (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--broken",
      paramLabel = "VARIANT",
      completionCandidates = BrokenVariant.Names.class,
      description =
          "Run a variant of Tenure with a deliberate bug, and fail if the checker does not detect"
              + " it: ${COMPLETION-CANDIDATES}; or all, one after the other.")
  private @Nullable String broken;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "The directory for the report, the history and the logs (default: tenure-faults-TIME).")
  private @Nullable Path out;

  @Option(
      names = "--check",
      paramLabel = "DIR",
      description =
          "Only check the history of an earlier run again and rewrite its report. Cannot be"
              + " combined with other options.")
  private @Nullable Path check;

  public static void main(String[] args) {
    CommandLine command = new CommandLine(new Faults());
    command.setCommandName("tenure faults");
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.setExecutionExceptionHandler(
        (thrown, line, parsed) -> {
          // The message of this exception is only a path.
          boolean bare = thrown instanceof FileSystemException;
          line.getErr().println("tenure faults: " + (bare ? thrown : thrown.getMessage()));
          return thrown instanceof InterruptedException ? 130 : 1;
        });
    System.exit(command.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (check != null) {
      return checkAgain(check);
    }
    if (broken != null && broken.equalsIgnoreCase(EVERY_VARIANT)) {
      return runEveryVariant();
    }
    RunPlan plan = plan(variant(), FIVE_MINUTES, directory());
    return exitCode(plan.broken(), runOnce(plan));
  }

  /** Prepares and executes one run, and reports its result. */
  private Report runOnce(RunPlan plan) throws IOException, InterruptedException {
    ConsoleOutput screen = screen();
    Run run = Run.prepare(plan, screen);
    makeDirectory(plan.directory());
    Thread hint = new Thread(() -> hint(screen, plan.directory()), "hint");
    Runtime.getRuntime().addShutdownHook(hint);
    Report report = run.run();
    Runtime.getRuntime().removeShutdownHook(hint);
    tell(plan.directory(), report);
    return report;
  }

  /** Runs each variant with the same seed. Continues if one of them cannot be run. */
  private Integer runEveryVariant() throws IOException, InterruptedException {
    Path directory = directory();
    long commonSeed = seed != null ? seed : newSeed();
    List<RunPlan> plans = new ArrayList<>();
    for (BrokenVariant each : BrokenVariant.values()) {
      RunPlan plan = plan(Optional.of(each), EACH_VARIANT, directory.resolve(each.toString()));
      plans.add(plan.withSeed(commonSeed));
    }
    makeDirectory(directory);
    List<Detection> catches = new ArrayList<>();
    for (RunPlan plan : plans) {
      BrokenVariant each = plan.broken().orElseThrow();
      screen().say("\n" + each);
      try {
        catches.add(Detection.of(each, runOnce(plan)));
      } catch (IOException e) {
        screen().say(each + ": " + e.getMessage());
        catches.add(Detection.notRun(each, String.valueOf(e.getMessage())));
      }
    }
    String table = Detection.table(catches);
    Path file = Files.writeString(directory.resolve("broken.txt"), table);
    screen().say("\n" + table + "\nSee " + file);
    return catches.stream().allMatch(Detection::isAsItShouldBe) ? 0 : 1;
  }

  private void makeDirectory(Path directory) throws IOException {
    Path parent = directory.getParent();
    try {
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      throw new ParameterException(
          spec.commandLine(),
          "out: " + directory + " (expected: a directory that does not exist yet)");
    }
  }

  /** Printed when the run is interrupted. */
  private static void hint(ConsoleOutput screen, Path directory) {
    if (new RunFolder(directory).hasHistory()) {
      screen.sayLast(
          "\nCheck the history recorded so far with: tenure faults --check " + directory);
    }
  }

  private ConsoleOutput screen() {
    return new ConsoleOutput(spec.commandLine().getOut());
  }

  /** For a run that was interrupted, or after a change of the checker. */
  private Integer checkAgain(Path run) throws IOException {
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      if (!option.longestName().equals("--check")) {
        throw new ParameterException(
            spec.commandLine(),
            "check: together with " + option.longestName() + " (expected: alone)");
      }
    }
    if (!Files.isDirectory(new RunFolder(run).histories())) {
      throw new ParameterException(
          spec.commandLine(), "check: " + run + " (expected: the directory of a run)");
    }
    RunNotes notes = RunNotes.read(run);
    Report report = new RunFolder(run).judge(Scale.FULL.bounds(), notes, screen()::step);
    tell(run, report);
    return exitCode(BrokenVariant.named(notes.settings().get(Report.BROKEN)), report);
  }

  private void tell(Path directory, Report report) throws IOException {
    screen().say(TextReport.of(report));
    screen().say("See " + new RunFolder(directory).write(report));
  }

  private int exitCode(Optional<BrokenVariant> variant, Report report) {
    if (variant.isEmpty()) {
      return report.isGood() ? 0 : 1;
    }
    Detection result = Detection.of(variant.get(), report);
    if (result.isAsItShouldBe() && report.broken().isEmpty()) {
      screen().say("This is expected: " + variant.get() + " cannot be detected on one machine.");
    }
    return result.isAsItShouldBe() ? 0 : 1;
  }

  private Optional<BrokenVariant> variant() {
    if (broken == null) {
      return Optional.empty();
    }
    Optional<BrokenVariant> named = BrokenVariant.named(broken.toLowerCase(Locale.ROOT));
    if (named.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "broken: %s (expected: %s or %s)"
              .formatted(broken, String.join(", ", new BrokenVariant.Names()), EVERY_VARIANT));
    }
    return named;
  }

  private Path directory() {
    String time =
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    return (out != null ? out : Path.of("tenure-faults-" + time)).toAbsolutePath();
  }

  private static long newSeed() {
    return ThreadLocalRandom.current().nextLong(1_000_000_000);
  }

  private RunPlan plan(Optional<BrokenVariant> variant, double usualMinutes, Path directory) {
    double length = minutes != null ? minutes : usualMinutes;
    if (!(length >= 0.5 && length <= 10_000)) {
      throw new ParameterException(
          spec.commandLine(), "minutes: " + length + " (expected: 0.5 to 10,000)");
    }
    if (rate < 10 || rate > 10_000) {
      throw new ParameterException(
          spec.commandLine(), "rate: " + rate + " (expected: 10 to 10,000)");
    }
    try {
      return new RunPlan(
          Duration.ofMillis((long) (length * 60_000)),
          faults != null ? faults : variant.map(BrokenVariant::faults).orElse(Selection.ALL),
          seed != null ? seed : newSeed(),
          nodes,
          shards,
          rate,
          Scale.FULL,
          variant,
          directory);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }
}
