package io.tenure.bench.load;

import io.tenure.protocol.v1.Mode;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Uncontended throughput: acquire and release on keys that nobody else wants. */
@Command(
    name = "pairs",
    description = "Acquire+release pairs on distinct keys, as many as will go.",
    mixinStandardHelpOptions = true)
final class Pairs implements Runnable {
  private static final int KEYS_PER_WORKER = 16;

  @Spec private CommandSpec spec;
  @Mixin private LoadOptions options;
  @Mixin private SessionOptions sessions;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      split = ",",
      defaultValue = "64",
      description = "Requests in flight, several for a row each (default: ${DEFAULT-VALUE}).")
  private List<Integer> inFlight;

  @Option(
      names = "--connections",
      paramLabel = "C",
      defaultValue = "2",
      description = "Connect streams to the leader (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    Report report =
        new Report(
            "pairs",
            out,
            "in flight",
            "pairs/s",
            "acq p50 ms",
            "acq p90 ms",
            "acq p99 ms",
            "acq max ms",
            "rel p50 ms",
            "rel p99 ms",
            "overloads",
            "servers cpu%",
            "own cpu%");
    for (int n : inFlight) {
      try (Cluster cluster = options.cluster()) {
        List<Lane> lanes = cluster.connect(Math.min(connections, n));
        PairLoad load = load(cluster, lanes, n);
        new PairRun(cluster, options, load).run(round -> add(report, n, round, lanes));
      }
    }
    options.finish(report);
  }

  private PairLoad load(Cluster cluster, List<Lane> lanes, int workers) {
    int count = Math.min(workers, Math.max(sessions.count(), lanes.size()));
    SessionPool pool = cluster.openSessions(lanes, count, sessions.ttl());
    return onDistinctKeys(pool, options.freshPrefix(), workers);
  }

  static PairLoad onDistinctKeys(SessionPool pool, String prefix, int workers) {
    PairLoad load = new PairLoad();
    for (int i = 0; i < workers; i++) {
      LoadKey[] keys = new LoadKey[KEYS_PER_WORKER];
      for (int j = 0; j < keys.length; j++) {
        keys[j] = new LoadKey(prefix + "/" + i + "/" + j, Mode.EXCLUSIVE);
      }
      load.add(pool.get(i), "worker-" + i, keys);
    }
    return load;
  }

  private static void add(Report report, int inFlight, PairRun.Round round, List<Lane> lanes) {
    Latencies acquires = round.load().acquires();
    Latencies releases = round.load().releases();
    report.row(
        inFlight,
        round.perSecond(),
        acquires.percentileMillis(50),
        acquires.percentileMillis(90),
        acquires.percentileMillis(99),
        acquires.maxMillis(),
        releases.percentileMillis(50),
        releases.percentileMillis(99),
        lanes.stream().mapToLong(Lane::overloads).sum(),
        round.serverCpuPercent(),
        round.ownCpuPercent());
  }
}
