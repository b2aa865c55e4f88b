package io.tenure.compare;

import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Workload;
import io.tenure.compare.system.LockSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the command: what is measured, how often, and where the results go. */
final class Options {
  private static final int MAX_ROUNDS = 100;
  private static final int MAX_TRIES = 100;

  @Mixin private SystemOptions systems;

  @Option(
      names = {"--workload", "--workloads"},
      paramLabel = "NAME",
      split = ",",
      description =
          "Workloads to measure: uncontended, contended, readers, holders, watchers, many-clients,"
              + " failover (default: these), sessions, idle, freeze.")
  private @Nullable List<String> workloads;

  @Mixin private SizeOptions sizes;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each system is started and measured (default: 3; quick: 1).")
  private @Nullable String rounds;

  @Option(
      names = "--tries",
      paramLabel = "N",
      description =
          "failover, freeze: number of failures of the leader in each round (default: 3; quick: 1).")
  private @Nullable String tries;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Directory for results.json, report.html and logs (default: tenure-bench-TIME).")
  private @Nullable Path out;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "/var/tmp",
      description =
          "Directory for the state of servers while they run. It should be on a disk, because of"
              + " fsync (default: ${DEFAULT-VALUE}).")
  private Path data;

  SystemOptions systems() {
    return systems;
  }

  @Nullable Path out() {
    return out;
  }

  Path data() {
    return data;
  }

  /**
   * The plan for these systems.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  Plan plan(List<LockSystem> chosen) {
    requireData();
    Map<Workload, List<Measurement>> known = sizes.measurements();
    List<Measurement> all =
        workloads().stream().flatMap(one -> known.getOrDefault(one, List.of()).stream()).toList();
    return new Plan(chosen, all, rounds(), sizes.warmUpSeconds(), tries());
  }

  /** The settings of this run, for the report. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "duration",
        "%s s for each measurement, after a ramp of %s s"
            .formatted(sizes.seconds(), sizes.rampSeconds()));
    settings.put(
        "warm-up",
        "%.0f s after each start: half of it with 64 workers, half in equal shares with each load of"
                .formatted(sizes.warmUpSeconds())
            + " acquires and releases that follows; for holders, sessions and idle a rest instead");
    settings.put("rounds", Integer.toString(rounds()));
    settings.put("failures of the leader", tries() + " in each round");
    settings.put("driver JVM", String.join(" ", DriverProcess.JVM_OPTIONS));
    return settings;
  }

  private void requireData() {
    if (!Files.isDirectory(data) || !Files.isWritable(data)) {
      throw new IllegalArgumentException(
          "data: %s (expected: a writable directory)".formatted(data));
    }
  }

  private List<Workload> workloads() {
    if (workloads == null) {
      return Workload.defaults().stream().filter(this::isPossible).toList();
    }
    List<Workload> asked = workloads.stream().map(Workload::named).distinct().sorted().toList();
    for (Workload workload : asked) {
      if (!isPossible(workload)) {
        throw new IllegalArgumentException(
            "workload: %s with --endpoints (expected: one that %s)"
                .formatted(
                    workload.label(),
                    workload == Workload.IDLE
                        ? "does not need the server processes, or --pids"
                        : "does not stop servers"));
      }
    }
    return asked;
  }

  private boolean isPossible(Workload workload) {
    return switch (workload.kind()) {
      case FAILOVER -> !systems.runningService();
      case IDLE -> systems.knowsProcesses();
      case PAIRS, HOLDS, WATCHES -> true;
    };
  }

  private int rounds() {
    return NumberRange.parse("rounds", rounds != null ? rounds : quickOr("1", "3"), MAX_ROUNDS);
  }

  private int tries() {
    return NumberRange.parse("tries", tries != null ? tries : quickOr("1", "3"), MAX_TRIES);
  }

  private String quickOr(String quick, String full) {
    return sizes.quick() ? quick : full;
  }
}
