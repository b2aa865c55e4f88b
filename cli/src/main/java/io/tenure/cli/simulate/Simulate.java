package io.tenure.cli.simulate;

import io.tenure.cli.Version;
import io.tenure.cli.process.StopSignal;
import io.tenure.cli.terminal.OutputClosedException;
import io.tenure.cli.terminal.Spelling;
import io.tenure.simulation.ExploreOptions;
import io.tenure.simulation.Explorer;
import io.tenure.simulation.SimulatedSystem;
import io.tenure.simulation.story.Scenario;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a scenario, or searches random simulations for a violated guarantee. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = {
      "tenure simulate SCENARIO [--seed N] [--speed X] [--no-fencing]",
      "       tenure simulate --list",
      "       tenure simulate --explore [--seeds A..B] [--system NAME] [--no-fencing]"
    },
    description = {
      "Runs a lock scenario, or searches random simulations for violated guarantees.",
      "",
      "Runs the real lock state machine with simulated time, network and crashes. A"
          + " scenario prints a classic lock problem as a timeline. --explore runs random"
          + " simulations with faults and checks all guarantees.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure simulate --list",
      "  tenure simulate paused-holder",
      "  tenure simulate paused-holder --no-fencing --speed 2",
      "  tenure simulate --explore --seeds 1..1000",
      "  tenure simulate --explore --system redlock --seeds 1..100"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the scenario showed what it demonstrates, or no guarantee was violated",
      "1:it did not, or a guarantee was violated; with redis and redlock violations are expected",
      "2:bad usage"
    })
public final class Simulate implements Callable<Integer> {
  private static final String ALL_SEEDS = "1..1000";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      arity = "0..1",
      description = "the scenario to run; see --list")
  private @Nullable String scenario;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "seed of the scenario's random choices (default: 1); the same seed gives the"
              + " same run")
  private @Nullable Long seed;

  @Option(
      names = "--speed",
      paramLabel = "X",
      description = "simulated seconds per real second (default: as fast as possible)")
  private @Nullable Double speed;

  @Option(
      names = "--no-fencing",
      description = "resources accept old tokens; for paused-holder, and for --explore with tenure")
  private boolean noFencing;

  @Option(names = "--list", description = "list the scenarios")
  private boolean list;

  @Option(names = "--explore", description = "run random simulations until a guarantee is violated")
  private boolean explore;

  @Option(
      names = "--seeds",
      paramLabel = "A..B",
      description = "range of seeds to explore (default: " + ALL_SEEDS + ")")
  private @Nullable String seeds;

  @Option(
      names = "--system",
      paramLabel = "NAME",
      description = "tenure (default), redis or redlock; violations are expected with the last two")
  private @Nullable String system;

  @Override
  public Integer call() {
    if (list) {
      boolean alone = scenario == null && !explore && !hasStoryOptions() && !hasExploreOptions();
      refuseIf(!alone, "--list cannot be combined with other options");
      printList(spec.commandLine().getOut());
      return ExitCode.OK;
    }
    if (explore) {
      return explore();
    }
    refuseIf(seeds != null, "--seeds requires --explore; a scenario takes --seed N");
    refuseIf(system != null, "--system requires --explore");
    return scenario == null ? printUsage() : run(scenarioNamed(scenario));
  }

  private boolean hasStoryOptions() {
    return seed != null || speed != null || noFencing;
  }

  private boolean hasExploreOptions() {
    return seeds != null || system != null;
  }

  // Scenarios.

  private int run(Scenario chosen) {
    long number = seed == null ? 1 : seed;
    refuseIf(number < 1, "seed: " + number + " (expected: 1 or more)");
    refuseIf(
        noFencing && !chosen.hasUnfencedVariant(),
        "--no-fencing applies to " + Scenario.PAUSED_HOLDER + " and --explore, not to " + chosen);
    CommandLine command = spec.commandLine();
    StoryPrinter printer =
        new StoryPrinter(command.getOut(), command.getColorScheme().ansi(), pacer());
    return chosen.tell(number, !noFencing, printer) ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private @Nullable Pacer pacer() {
    if (speed == null) {
      return null;
    }
    refuseIf(!(speed > 0), "speed: " + speed + " (expected: more than 0)");
    return new Pacer(speed, Pacer::sleep);
  }

  private Scenario scenarioNamed(String name) {
    List<String> names = Scenario.all().stream().map(Scenario::toString).toList();
    return Scenario.named(name)
        .orElseThrow(
            () ->
                refused(
                    "scenario: "
                        + name
                        + Spelling.nearest(name, names)
                            .map(nearest -> " (did you mean " + nearest + "?)")
                            .orElse(" (expected: " + String.join(", ", names) + ")")));
  }

  private int printUsage() {
    refuseIf(hasStoryOptions(), "missing SCENARIO");
    PrintWriter err = spec.commandLine().getErr();
    err.println("Usage: tenure simulate SCENARIO [--seed N] [--speed X] (more: --help)");
    err.println();
    printList(err);
    return ExitCode.USAGE;
  }

  private static void printList(PrintWriter out) {
    for (Scenario each : Scenario.all()) {
      out.printf("%-20s %s%n", each, each.summary());
    }
    out.flush();
  }

  // Exploration.

  private int explore() {
    refuseIf(scenario != null, "--explore takes no SCENARIO, but " + scenario + " was given");
    refuseIf(seed != null, "--seed applies to a scenario; --explore takes --seeds FIRST..LAST");
    refuseIf(speed != null, "--speed applies to a scenario, not to --explore");
    SimulatedSystem explored = system == null ? SimulatedSystem.TENURE : systemNamed(system);
    refuseIf(
        noFencing && explored != SimulatedSystem.TENURE,
        "--no-fencing applies to tenure; " + explored + " has no fencing tokens");
    SeedRange range = rangeOf(seeds == null ? ALL_SEEDS : seeds);
    try (StopSignal signal = new StopSignal()) {
      ExploreOptions options =
          new ExploreOptions(
              explored,
              range.first(),
              range.last(),
              !noFencing,
              System::nanoTime,
              () -> signal.isRaised() || OutputClosedException.isDue());
      boolean clean = Explorer.explore(options, spec.commandLine().getOut()).isClean();
      return clean ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  private SimulatedSystem systemNamed(String name) {
    return Arrays.stream(SimulatedSystem.values())
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> refused("system: " + name + " (expected: " + systems() + ")"));
  }

  private static String systems() {
    return Arrays.stream(SimulatedSystem.values())
        .map(SimulatedSystem::toString)
        .collect(Collectors.joining(", "));
  }

  private SeedRange rangeOf(String text) {
    try {
      return SeedRange.parse(text);
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  // Bad usage.

  private void refuseIf(boolean bad, String why) {
    if (bad) {
      throw refused(why);
    }
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
