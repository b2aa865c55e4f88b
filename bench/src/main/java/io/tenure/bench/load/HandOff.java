package io.tenure.bench.load;

import io.tenure.protocol.v1.Mode;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How fast a key that many want goes from one to the next. */
@Command(
    name = "handoff",
    description = "Waiters that pass a key on, each with a session of its own.",
    mixinStandardHelpOptions = true)
final class HandOff implements Runnable {
  private static final Duration TTL = Duration.ofSeconds(30);

  @Spec private CommandSpec spec;
  @Mixin private LoadOptions options;

  @Option(
      names = "--waiters",
      paramLabel = "W",
      defaultValue = "16",
      description = "How many want each key (default: ${DEFAULT-VALUE}).")
  private int waiters;

  @Option(
      names = "--keys",
      paramLabel = "K",
      defaultValue = "1",
      description = "Keys that are passed on (default: ${DEFAULT-VALUE}).")
  private int keys;

  @Option(
      names = "--connections",
      paramLabel = "C",
      defaultValue = "4",
      description = "Connect streams to the leader (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Override
  public void run() {
    Report report =
        new Report(
            "handoff",
            spec.commandLine().getOut(),
            "waiters",
            "keys",
            "hand-offs/s",
            "p50 ms",
            "p90 ms",
            "p99 ms",
            "max ms",
            "servers cpu%",
            "own cpu%");
    try (Cluster cluster = options.cluster()) {
      int count = waiters * keys;
      SessionPool pool = cluster.openSessions(cluster.connect(connections), count, TTL);
      PairLoad load = new PairLoad();
      String prefix = options.freshPrefix();
      LoadKey[] contested = new LoadKey[keys];
      for (int i = 0; i < keys; i++) {
        contested[i] = new LoadKey(prefix + "/" + i, Mode.EXCLUSIVE);
      }
      for (int i = 0; i < count; i++) {
        load.add(pool.get(i), "waiter-" + i, contested[i % keys]);
      }
      new PairRun(cluster, options, load).run(round -> add(report, round));
    }
    options.finish(report);
  }

  private void add(Report report, PairRun.Round round) {
    Latencies handOffs = round.load().handOffs();
    report.row(
        waiters,
        keys,
        handOffs.count() / round.seconds(),
        handOffs.percentileMillis(50),
        handOffs.percentileMillis(90),
        handOffs.percentileMillis(99),
        handOffs.maxMillis(),
        round.serverCpuPercent(),
        round.ownCpuPercent());
  }
}
