package io.tenure.bench.load;

import io.tenure.protocol.v1.Mode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How soon watchers hear of what happens. */
@Command(
    name = "watch",
    description = "Watchers, spread over the servers, and events at a fixed rate.",
    mixinStandardHelpOptions = true)
final class Watch implements Runnable {
  private static final Duration TTL = Duration.ofSeconds(30);
  private static final Duration QUIET_LIMIT = Duration.ofSeconds(30);

  @Spec private CommandSpec spec;
  @Mixin private LoadOptions options;

  @Option(
      names = "--watchers",
      paramLabel = "W",
      defaultValue = "1000",
      description = "How many watch (default: ${DEFAULT-VALUE}).")
  private int watchers;

  @Option(
      names = "--rate",
      paramLabel = "EVENTS",
      defaultValue = "1000",
      description = "Events per second, half of them grants (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--same-key",
      description = "All watch the same key, and hear every event; else each has a key of its own.")
  private boolean sameKey;

  @Option(
      names = "--connections",
      paramLabel = "C",
      defaultValue = "6",
      description = "Connect streams for the watches (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    Report report =
        new Report(
            "watch",
            out,
            "watchers",
            "events/s",
            "deliveries/s",
            "from ack p50",
            "from ack p99",
            "from ack max ms",
            "from send p50",
            "from send p99",
            "from send max ms");
    try (Cluster cluster = options.cluster()) {
      WatchLoad load = watched(cluster);
      cluster.loop.run(load::start);
      cluster.loop.pause(options.warmup());
      for (int i = 0; i < options.repeat(); i++) {
        measure(cluster.loop, load, report);
      }
      cluster.loop.run(load::stop);
      cluster.await("every event to arrive", QUIET_LIMIT, load::isQuiet);
      out.println("every event arrived, in order, once");
    }
    options.finish(report);
  }

  private WatchLoad watched(Cluster cluster) {
    Session producer = cluster.openSessions(cluster.connect(1), 1, TTL).get(0);
    List<Lane> lanes = cluster.connectToEach(connections);
    String prefix = options.freshPrefix();
    List<LoadKey> keys = new ArrayList<>();
    // Shared, so that one pair need not wait for the one before.
    for (int i = 0; i < (sameKey ? 1 : watchers); i++) {
      keys.add(new LoadKey(prefix + "/" + i, Mode.SHARED));
    }
    WatchLoad load = new WatchLoad(producer, keys, rate);
    cluster.loop.run(
        () -> {
          for (int i = 0; i < watchers; i++) {
            load.watch(lanes.get(i % lanes.size()), keys.get(i % keys.size()));
          }
        });
    cluster.await(watchers + " watches to start", QUIET_LIMIT, load::allWatch);
    return load;
  }

  private void measure(Loop loop, WatchLoad load, Report report) {
    long start = System.nanoTime();
    loop.run(load::reset);
    loop.pause(options.time());
    loop.run(
        () -> {
          double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
          Latencies acknowledged = load.sinceAcknowledged();
          Latencies sent = load.sinceSent();
          report.row(
              watchers,
              load.events() / seconds,
              load.deliveries() / seconds,
              acknowledged.percentileMillis(50),
              acknowledged.percentileMillis(99),
              acknowledged.maxMillis(),
              sent.percentileMillis(50),
              sent.percentileMillis(99),
              sent.maxMillis());
        });
  }
}
