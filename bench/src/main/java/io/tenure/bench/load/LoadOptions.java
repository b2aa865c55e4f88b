package io.tenure.bench.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What every workload can be told. */
final class LoadOptions {
  @Option(
      names = "--servers",
      paramLabel = "HOST:PORT",
      split = ",",
      converter = Server.Converter.class,
      defaultValue = "127.0.0.1:7400",
      description = "The servers of the cluster (default: ${DEFAULT-VALUE}).")
  private List<Server> servers;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "How long to load before measuring (default: ${DEFAULT-VALUE}).")
  private double warmupSeconds;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long to measure (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--repeat",
      paramLabel = "TIMES",
      defaultValue = "1",
      description = "How often to measure (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(names = "--json", paramLabel = "FILE", description = "Where to write the table as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--segment",
      paramLabel = "NAME",
      defaultValue = "load",
      description = "The first segment of the keys, which decides the shard (default: load).")
  private String segment;

  @Option(
      names = "--pids",
      paramLabel = "PID",
      split = ",",
      description = "The processes of the servers (default: those that listen on their ports).")
  private @Nullable List<Long> pids;

  List<Server> servers() {
    return servers;
  }

  Duration warmup() {
    return duration(warmupSeconds);
  }

  Duration time() {
    return duration(seconds);
  }

  private static Duration duration(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1_000));
  }

  int repeat() {
    return repeat;
  }

  /** A folder of keys that no other run uses. */
  String freshPrefix() {
    return "/" + segment + "/" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
  }

  Cluster cluster() {
    return new Cluster(servers, segment);
  }

  /** The processes of the servers, as far as they are on this machine. */
  List<Long> pids() {
    if (pids != null) {
      return pids;
    }
    return servers.stream()
        .flatMapToLong(server -> Processes.listeningOn(server.port()).stream())
        .distinct()
        .boxed()
        .toList();
  }

  void finish(Report report) {
    if (json != null) {
      report.write(json);
    }
  }

  /** For durations such as {@code 500ms}, {@code 30s} and {@code 5m}. */
  static final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      String number = text.replaceFirst("(ms|s|m)$", "");
      try {
        long amount = Long.parseLong(number);
        return switch (text.substring(number.length())) {
          case "ms" -> Duration.ofMillis(amount);
          case "m" -> Duration.ofMinutes(amount);
          default -> Duration.ofSeconds(amount);
        };
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "duration: " + text + " (expected: a number with ms, s or m)");
      }
    }
  }
}
