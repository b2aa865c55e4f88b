package io.tenure.compare;

import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how large and how long the measurements are. */
final class SizeOptions {
  private static final int CONTENDERS = 16;
  private static final int READERS = 64;
  private static final int READER_CONNECTIONS = 16;
  private static final int READER_KEYS = 16;
  private static final int FAILOVER_WORKERS = 16;
  private static final int WATCH_CONNECTIONS = 10;
  private static final int MANY_CLIENTS = 500;
  private static final int MAX_CLIENTS = 1_000;
  private static final int MAX_SESSIONS = 5_000;
  private static final int MAX_KEYS = 1_000_000;
  private static final int MAX_WATCHERS = 10_000;
  private static final int MAX_WATCH_RATE = 10_000;
  private static final double MAX_RAMP_SECONDS = 2;
  private static final double MAX_NORMAL_SECONDS = 2;
  private static final Duration MIN_DURATION = Duration.ofMillis(100);

  @Option(
      names = "--clients",
      paramLabel = "N",
      split = ",",
      description =
          "uncontended: number of workers, that is of requests in flight; one measurement for each"
              + " value (default: 1,16,64,256; quick: 1,16,64).")
  private @Nullable List<String> clients;

  @Option(
      names = "--holders",
      paramLabel = "N",
      description = "holders: number of held keys (default: 50000; quick: 5000).")
  private @Nullable String holders;

  @Option(
      names = "--holder-clients",
      paramLabel = "N",
      defaultValue = "100",
      description = "holders: number of clients that hold them (default: ${DEFAULT-VALUE}).")
  private String holderClients;

  @Option(
      names = "--sessions",
      paramLabel = "N",
      description =
          "sessions: number of clients with a session and a held key each (default: 1000; quick:"
              + " 200).")
  private @Nullable String sessions;

  @Option(
      names = "--watchers",
      paramLabel = "N",
      defaultValue = "100",
      description = "watchers: number of watches (default: ${DEFAULT-VALUE}).")
  private String watchers;

  @Option(
      names = "--watched-keys",
      paramLabel = "N",
      defaultValue = "1",
      description = "watchers: number of keys they are spread over (default: ${DEFAULT-VALUE}).")
  private String watchedKeys;

  @Option(
      names = "--watch-rate",
      paramLabel = "N",
      defaultValue = "20",
      description = "watchers: changes of these keys per second (default: ${DEFAULT-VALUE}).")
  private String watchRate;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "Length of each measurement (default: 10s, holders, sessions and idle 25s; quick: 3s and"
              + " 10s).")
  private @Nullable Duration duration;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "Load after each start of a system, before the first measurement (default: 120s; quick:"
              + " 30s).")
  private @Nullable Duration warmUp;

  @Option(names = "--quick", description = "Use the smaller defaults for a first look.")
  private boolean quick;

  boolean quick() {
    return quick;
  }

  /**
   * The measurements of every workload. Every option is checked, also those that no chosen workload
   * uses.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  Map<Workload, List<Measurement>> measurements() {
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
      case MANY_CLIENTS -> List.of(pairs(workload, MANY_CLIENTS, MANY_CLIENTS, MANY_CLIENTS));
      case HOLDERS -> List.of(holding());
      case SESSIONS -> List.of(sessions());
      case IDLE -> List.of(atRest(workload, 0, 0));
      case WATCHERS -> List.of(watching());
      case FREEZE, FAILOVER -> List.of(failover(workload));
    };
  }

  private Measurement pairs(Workload workload, int workers, int connections, int keys) {
    return new Measurement(workload, workers, connections, keys, seconds(), rampSeconds());
  }

  /** Its duration is only the time in which the normal rate is measured. */
  private Measurement failover(Workload workload) {
    double normalSeconds = Math.min(MAX_NORMAL_SECONDS, seconds());
    return new Measurement(
        workload, FAILOVER_WORKERS, 1, FAILOVER_WORKERS, normalSeconds, rampSeconds());
  }

  private Measurement watching() {
    int watches = NumberRange.parse("watchers", watchers, MAX_WATCHERS);
    int keys = NumberRange.parse("watched-keys", watchedKeys, watches);
    int rate = NumberRange.parse("watch-rate", watchRate, MAX_WATCH_RATE);
    int connections = Math.min(WATCH_CONNECTIONS, watches);
    return new Measurement(
        Workload.WATCHERS, watches, connections, keys, seconds(), rampSeconds(), rate);
  }

  private Measurement holding() {
    int keys = NumberRange.parse("holders", or(holders, "5000", "50000"), MAX_KEYS);
    int connections = NumberRange.parse("holder-clients", holderClients, MAX_CLIENTS);
    return atRest(Workload.HOLDERS, Math.min(connections, keys), keys);
  }

  private Measurement sessions() {
    int count = NumberRange.parse("sessions", or(sessions, "200", "1000"), MAX_SESSIONS);
    return atRest(Workload.SESSIONS, count, count);
  }

  /**
   * CPU time is counted in steps of 10 ms, so this takes longer than other measurements. Before it
   * is a rest as long as the warm-up, until the JIT compilers of fresh servers are done.
   */
  private Measurement atRest(Workload workload, int connections, int keys) {
    Duration rest = duration != null ? duration : Duration.ofSeconds(quick ? 10 : 25);
    double seconds = NumberRange.seconds("duration", rest, MIN_DURATION);
    return new Measurement(workload, connections, connections, keys, seconds, warmUpSeconds());
  }

  private List<Integer> clients() {
    String[] chosen =
        clients != null
            ? clients.toArray(new String[0])
            : or(null, "1,16,64", "1,16,64,256").split(",");
    return Arrays.stream(chosen)
        .map(count -> NumberRange.parse("clients", count, MAX_CLIENTS))
        .distinct()
        .sorted()
        .toList();
  }

  private String or(@Nullable String chosen, String quickDefault, String fullDefault) {
    return chosen != null ? chosen : quick ? quickDefault : fullDefault;
  }

  /** The length of a measurement that is not at rest. */
  double seconds() {
    Duration length = duration != null ? duration : Duration.ofSeconds(quick ? 3 : 10);
    return NumberRange.seconds("duration", length, MIN_DURATION);
  }

  /** How long the load of a measurement runs before it counts. */
  double rampSeconds() {
    return Math.min(MAX_RAMP_SECONDS, seconds());
  }

  /** Long enough for the JIT compilers of four JVMs on two cores. */
  double warmUpSeconds() {
    Duration length = warmUp != null ? warmUp : Duration.ofSeconds(quick ? 30 : 120);
    return NumberRange.seconds("warmup", length, Duration.ZERO);
  }
}
