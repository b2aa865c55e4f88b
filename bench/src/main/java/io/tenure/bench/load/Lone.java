package io.tenure.bench.load;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** How long one client waits that has the service to itself. */
@Command(
    name = "lone",
    description = "One client, one request at a time.",
    mixinStandardHelpOptions = true)
final class Lone implements Runnable {
  private static final Duration TTL = Duration.ofSeconds(30);

  @Spec private CommandSpec spec;
  @Mixin private LoadOptions options;

  @Override
  public void run() {
    Report report =
        new Report(
            "lone",
            spec.commandLine().getOut(),
            "pairs/s",
            "acq p50 ms",
            "acq p90 ms",
            "acq p99 ms",
            "acq max ms",
            "rel p50 ms",
            "rel p90 ms",
            "rel p99 ms",
            "rel max ms");
    try (Cluster cluster = options.cluster()) {
      SessionPool pool = cluster.openSessions(cluster.connect(1), 1, TTL);
      PairLoad load = Pairs.onDistinctKeys(pool, options.freshPrefix(), 1);
      new PairRun(cluster, options, load).run(round -> add(report, round));
    }
    options.finish(report);
  }

  private static void add(Report report, PairRun.Round round) {
    Latencies acquires = round.load().acquires();
    Latencies releases = round.load().releases();
    report.row(
        round.perSecond(),
        acquires.percentileMillis(50),
        acquires.percentileMillis(90),
        acquires.percentileMillis(99),
        acquires.maxMillis(),
        releases.percentileMillis(50),
        releases.percentileMillis(90),
        releases.percentileMillis(99),
        releases.maxMillis());
  }
}
