package io.tenure.compare;

import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Workload;
import io.tenure.compare.system.LockSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be chosen. What is not given depends on whether it shall be quick. */
final class Options {
  private static final int CONTENDERS = 16;
  private static final int READERS = 64;
  private static final int READER_CONNECTIONS = 16;
  private static final int READER_KEYS = 16;
  private static final int FAILOVER_WORKERS = 16;
  private static final int WATCHES = 100;
  private static final int WATCH_CONNECTIONS = 10;
  private static final int MANY_CLIENTS = 500;
  private static final int RAMP_SECONDS = 2;

  @Option(
      names = "--systems",
      paramLabel = "NAME",
      split = ",",
      description =
          "What to compare: tenure, tenure-single, etcd, zookeeper, redis, redis-always, redlock,"
              + " postgres, hazelcast (default: all that are installed).")
  private @Nullable List<String> systems;

  @Option(
      names = {"--workload", "--workloads"},
      paramLabel = "NAME",
      split = ",",
      description =
          "What to measure: uncontended, contended, readers, holders, watchers,"
              + " many-clients, failover (default: all).")
  private @Nullable List<String> workloads;

  @Option(
      names = "--clients",
      paramLabel = "N",
      split = ",",
      description = "Workers of uncontended (default: 1,16,64,256; quick: 1,16,64).")
  private @Nullable List<String> clients;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long each measurement takes (default: 10s, holders 25s; quick: 3s, holders 10s).")
  private @Nullable Duration duration;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Load before the first measurement of a start (default: 120s; quick: 30s).")
  private @Nullable Duration warmUp;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often every system has its turn (default: 3; quick: 1).")
  private @Nullable String rounds;

  @Option(
      names = "--tries",
      paramLabel = "N",
      description = "How often a leader is killed in each round (default: 3; quick: 1).")
  private @Nullable String tries;

  @Option(
      names = "--holders",
      paramLabel = "N",
      description = "Keys that holders holds (default: 50000; quick: 5000).")
  private @Nullable String holders;

  @Option(
      names = "--holder-clients",
      paramLabel = "N",
      defaultValue = "100",
      description = "Clients that they are spread over (default: ${DEFAULT-VALUE}).")
  private String holderClients;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where results.json and report.html go (default: tenure-bench-TIME).")
  private @Nullable Path out;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "/var/tmp",
      description =
          "Where servers keep their state while they run; a disk, for the sake of fsync"
              + " (default: ${DEFAULT-VALUE}).")
  private Path data;

  @Option(names = "--quick", description = "A short look: see the defaults above.")
  private boolean quick;

  /**
   * @throws IllegalArgumentException if a value is none that can be measured
   */
  Plan plan(List<LockSystem> chosen) {
    requireData();
    // Everything that is given has to make sense, even if nobody needs it.
    Map<Workload, List<Measurement>> known = measurements();
    List<Measurement> all =
        workloads().stream().flatMap(one -> known.getOrDefault(one, List.of()).stream()).toList();
    return new Plan(chosen, all, rounds(), seconds(warmUp(), "warmup", 0), tries());
  }

  /** Those asked for, or all. */
  List<String> systems() {
    return systems == null ? List.of() : List.copyOf(new LinkedHashSet<>(systems));
  }

  @Nullable Path out() {
    return out;
  }

  Path data() {
    return data;
  }

  private void requireData() {
    if (!Files.isDirectory(data) || !Files.isWritable(data)) {
      throw new IllegalArgumentException(
          "data: %s (expected: a directory that can be written)".formatted(data));
    }
  }

  /** For the record. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "duration", duration().toSeconds() + " s each, after a ramp of " + RAMP_SECONDS + " s");
    settings.put(
        "warm-up",
        warmUp().toSeconds()
            + " s after each start, half with 64 workers, half in equal shares with each load of"
            + " pairs that follows; for holders when all is held");
    settings.put("rounds", Integer.toString(rounds()));
    settings.put("failover tries", tries() + " in each round");
    settings.put("client JVM", String.join(" ", ClientProcess.JVM_OPTIONS));
    return settings;
  }

  private Map<Workload, List<Measurement>> measurements() {
    Map<Workload, List<Measurement>> all = new EnumMap<>(Workload.class);
    for (Workload workload : Workload.values()) {
      all.put(workload, measurements(workload));
    }
    return all;
  }

  private List<Measurement> measurements(Workload workload) {
    return switch (workload) {
      case UNCONTENDED -> clients().stream().map(c -> pairs(workload, c, 1, c)).toList();
      case CONTENDED -> List.of(pairs(workload, CONTENDERS, CONTENDERS, 1));
      case READERS -> List.of(pairs(workload, READERS, READER_CONNECTIONS, READER_KEYS));
      case FAILOVER -> List.of(pairs(workload, FAILOVER_WORKERS, 1, FAILOVER_WORKERS));
      case HOLDERS -> List.of(holding());
      case WATCHERS -> List.of(pairs(workload, WATCHES, WATCH_CONNECTIONS, 1));
      case MANY_CLIENTS -> List.of(pairs(workload, MANY_CLIENTS, MANY_CLIENTS, MANY_CLIENTS));
    };
  }

  private Measurement pairs(Workload workload, int workers, int connections, int keys) {
    double seconds = seconds(duration(), "duration", 1);
    // A failover's load is only looked at to know what is normal.
    return new Measurement(
        workload,
        workers,
        connections,
        keys,
        workload == Workload.FAILOVER ? 2 : seconds,
        RAMP_SECONDS);
  }

  /**
   * CPU time is counted in steps of 10 ms, so this takes longer. The servers are fresh: a compiler
   * that is still busy with what the acquires have shown it is not what holding costs.
   */
  private Measurement holding() {
    int keys = inRange("holders", holders != null ? holders : quick ? "5000" : "50000", 1_000_000);
    int connections = Math.min(inRange("holder-clients", holderClients, 1_000), keys);
    Duration rest = duration != null ? duration : Duration.ofSeconds(quick ? 10 : 25);
    double seconds = seconds(rest, "duration", 1);
    double ramp = seconds(warmUp(), "warmup", 0);
    return new Measurement(Workload.HOLDERS, connections, connections, keys, seconds, ramp);
  }

  private List<Workload> workloads() {
    return workloads == null
        ? Arrays.asList(Workload.values())
        : workloads.stream().map(Workload::named).distinct().sorted().toList();
  }

  private List<Integer> clients() {
    List<String> chosen =
        clients != null
            ? clients
            : quick ? List.of("1", "16", "64") : List.of("1", "16", "64", "256");
    return chosen.stream()
        .map(count -> inRange("clients", count, 1_000))
        .distinct()
        .sorted()
        .collect(Collectors.toList());
  }

  private Duration duration() {
    return duration != null ? duration : Duration.ofSeconds(quick ? 3 : 10);
  }

  /** Long enough for compilers: on two cores, four JVMs are not at their speed before. */
  private Duration warmUp() {
    return warmUp != null ? warmUp : Duration.ofSeconds(quick ? 30 : 120);
  }

  private int rounds() {
    return inRange("rounds", rounds != null ? rounds : quick ? "1" : "3", 100);
  }

  private int tries() {
    return inRange("tries", tries != null ? tries : quick ? "1" : "3", 100);
  }

  private static int inRange(String name, String text, int max) {
    int value = text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%s: %s (expected: 1 to %,d)", name, text, max));
    }
    return value;
  }

  private static double seconds(Duration duration, String name, int minSeconds) {
    double seconds = duration.toMillis() / 1e3;
    if (seconds < minSeconds || duration.compareTo(Duration.ofMinutes(10)) > 0) {
      throw new IllegalArgumentException(
          "%s: %s s (expected: %d s to 600 s)".formatted(name, seconds, minSeconds));
    }
    return seconds;
  }
}
