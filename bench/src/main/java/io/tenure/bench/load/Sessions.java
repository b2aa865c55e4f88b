package io.tenure.bench.load;

import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What many sessions cost that hold a key each and do nothing but stay alive. */
@Command(
    name = "sessions",
    description = "Sessions that hold a key each and are kept alive.",
    mixinStandardHelpOptions = true)
final class Sessions implements Runnable {
  private static final double PERCENT = 100;
  private static final int METRICS_PORT_OFFSET = 2;

  @Spec private CommandSpec spec;
  @Mixin private LoadOptions options;

  @Option(
      names = "--count",
      paramLabel = "S",
      defaultValue = "50000",
      description = "How many sessions (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = LoadOptions.DurationConverter.class,
      description = "Their time to live; kept alive at a third (default: ${DEFAULT-VALUE}).")
  private Duration ttl;

  @Option(
      names = "--connections",
      paramLabel = "C",
      defaultValue = "8",
      description = "Connect streams to the leader (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--http",
      paramLabel = "URL",
      split = ",",
      description = "The servers' metrics (default: /metrics at their port + 2).")
  private @Nullable List<URI> http;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    Report report =
        new Report(
            "sessions",
            out,
            "sessions",
            "keep-alives/s",
            "ack p50 ms",
            "ack p99 ms",
            "ack max ms",
            "late",
            "lost",
            "servers cpu%",
            "most rss MiB",
            "most heap MiB");
    try (Cluster cluster = options.cluster()) {
      List<Lane> lanes = cluster.connect(connections);
      long start = System.nanoTime();
      SessionPool pool = cluster.openSessions(lanes, count, ttl);
      out.printf("%,d sessions opened, %,.0f/s%n", count, count / secondsSince(start));
      long opened = System.nanoTime();
      HeldKeys keys = new HeldKeys(pool, options.freshPrefix());
      cluster.await(count + " keys", cluster.loop.call(keys::take));
      out.printf("%,d keys taken, %,.0f/s%n", count, count / secondsSince(opened));
      cluster.loop.pause(options.warmup());
      for (int i = 0; i < options.repeat(); i++) {
        measure(cluster.loop, pool, report);
      }
    }
    options.finish(report);
  }

  private void measure(Loop loop, SessionPool pool, Report report) {
    List<Long> pids = options.pids();
    double cpu = Processes.cpuSeconds(pids);
    long start = System.nanoTime();
    loop.run(pool::reset);
    loop.pause(options.time());
    double seconds = secondsSince(start);
    double cpuPercent = (Processes.cpuSeconds(pids) - cpu) / seconds * PERCENT;
    double rss = pids.stream().mapToDouble(Processes::residentMib).max().orElse(0);
    pids.forEach(Shell::collectGarbage);
    Object heap = heapMib();
    loop.run(
        () -> {
          Latencies acks = pool.keepAlives();
          report.row(
              count,
              acks.count() / secondsSince(start),
              acks.percentileMillis(50),
              acks.percentileMillis(99),
              acks.maxMillis(),
              pool.lateCount(),
              pool.lostCount(),
              cpuPercent,
              rss,
              heap);
        });
  }

  /** The greatest of the servers' heaps; a dash if they were not to be asked and do not tell. */
  private Object heapMib() {
    if (http != null) {
      return http.stream().mapToDouble(Metrics::heapMib).max().orElse(0);
    }
    try {
      return options.servers().stream()
          .map(s -> "http://" + s.host() + ":" + (s.port() + METRICS_PORT_OFFSET) + "/metrics")
          .mapToDouble(page -> Metrics.heapMib(URI.create(page)))
          .max()
          .orElse(0);
    } catch (LoadException e) {
      return "-";
    }
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
