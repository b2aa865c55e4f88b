package io.tenure.bench.load;

import io.tenure.protocol.v1.Mode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * How long nothing is granted when the leader goes. Two workers want each key, so that a hold that
 * was lost, or granted twice, shows.
 */
@Command(
    name = "failover",
    description = "Kills or freezes the leader under load, again and again.",
    mixinStandardHelpOptions = true)
final class Failover implements Runnable {
  private static final Duration TTL = Duration.ofSeconds(60);
  private static final Duration BACK_LIMIT = Duration.ofSeconds(60);
  private static final Duration SILENCE_WATCHED = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final double NANOS_PER_MILLI = 1e6;

  @Spec private CommandSpec spec;
  @Mixin private LoadOptions options;

  @Option(
      names = "--tries",
      paramLabel = "N",
      defaultValue = "20",
      description = "How often (default: ${DEFAULT-VALUE}).")
  private int tries;

  /** What is done to the leader. */
  enum Signal {
    KILL,
    STOP
  }

  @Option(
      names = "--signal",
      paramLabel = "KILL|STOP",
      defaultValue = "KILL",
      description = "What the leader gets (default: ${DEFAULT-VALUE}).")
  private Signal signal;

  @Option(
      names = "--cluster-command",
      paramLabel = "COMMAND",
      defaultValue = "./tenure cluster",
      description = "Starts a node that was killed (default: ${DEFAULT-VALUE}).")
  private String clusterCommand;

  @Option(
      names = "--workers",
      paramLabel = "K",
      defaultValue = "64",
      description = "The load, two workers for each key (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--connections",
      paramLabel = "C",
      defaultValue = "2",
      description = "Connect streams to the leader (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "Load between a node's return and the next try (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    Report report =
        new Report("failover", out, "try", "leader", "gap ms", "silence ms", "back after ms");
    Latencies gaps = new Latencies();
    try (Cluster cluster = options.cluster()) {
      List<Lane> lanes = cluster.connect(connections);
      PairLoad load = contested(cluster.openSessions(lanes, workers, TTL));
      cluster.loop.run(load::start);
      cluster.loop.pause(options.warmup());
      for (int i = 1; i <= tries; i++) {
        cluster.loop.pause(Duration.ofSeconds(settleSeconds));
        Attempt attempt = attempt(cluster, lanes.get(0), load);
        gaps.record(attempt.gapNanos);
        report.row(
            i,
            attempt.leader,
            attempt.gapNanos / NANOS_PER_MILLI,
            attempt.silenceNanos / NANOS_PER_MILLI,
            attempt.backNanos / NANOS_PER_MILLI);
      }
      cluster.loop.await("the load to end", cluster.loop.call(load::stop), BACK_LIMIT);
    }
    out.printf(
        "%d tries: p50 %.0f ms, p90 %.0f ms, max %.0f ms; nothing granted twice, tokens grew%n",
        gaps.count(), gaps.percentileMillis(50), gaps.percentileMillis(90), gaps.maxMillis());
    options.finish(report);
  }

  private PairLoad contested(SessionPool pool) {
    PairLoad load = new PairLoad();
    String prefix = options.freshPrefix();
    LoadKey key = null;
    for (int i = 0; i < workers; i++) {
      if (key == null || i % 2 == 0) {
        key = new LoadKey(prefix + "/" + i, Mode.EXCLUSIVE);
      }
      load.add(pool.get(i), "worker-" + i, key);
    }
    return load;
  }

  /**
   * What one try showed.
   *
   * @param gapNanos from the signal to the first grant by another leader of what was asked later
   * @param silenceNanos the longest time between two grants
   * @param backNanos from the restart until the node had caught up
   */
  private record Attempt(String leader, long gapNanos, long silenceNanos, long backNanos) {}

  private Attempt attempt(Cluster cluster, Lane lane, PairLoad load) {
    Loop loop = cluster.loop;
    Node victim = leader(cluster, lane);
    long signalNanos = System.nanoTime();
    Outage outage = new Outage(victim.server(), signalNanos);
    loop.run(() -> load.expect(outage));
    victim.signal(signal.name(), clusterCommand);
    long gapNanos;
    long silenceNanos;
    long restartNanos;
    try {
      gapNanos = loop.await("a grant by another leader", outage.gapNanos(), BACK_LIMIT);
      loop.pause(SILENCE_WATCHED);
      silenceNanos = loop.call(load::longestSilenceNanos);
    } finally {
      restartNanos = System.nanoTime();
      bringBack(victim);
    }
    awaitReturn(loop, leader(cluster, lane), victim);
    long backNanos = System.nanoTime() - restartNanos;
    return new Attempt(victim.name(), gapNanos, silenceNanos, backNanos);
  }

  private void bringBack(Node node) {
    if (signal == Signal.KILL) {
      Shell.run(clusterCommand, "start", node.name());
    } else {
      node.signal("CONT", clusterCommand);
    }
  }

  private static Node leader(Cluster cluster, Lane lane) {
    cluster.await("a leader", BACK_LIMIT, () -> lane.leader() != null);
    Link link = Objects.requireNonNull(cluster.loop.call(lane::leader));
    return new Node(link.node, link, lane.shard());
  }

  /** Returns when the node has applied what was committed when it came back. */
  private static void awaitReturn(Loop loop, Node leader, Node returned) {
    long goal = leader.committed();
    long deadline = System.nanoTime() + BACK_LIMIT.toNanos();
    while (goal == 0 || returned.applied() < goal) {
      if (System.nanoTime() - deadline > 0) {
        throw new LoadException(
            returned.name() + ": has not caught up after " + BACK_LIMIT.toSeconds() + " s");
      }
      loop.pause(POLL);
      goal = goal == 0 ? leader.committed() : goal;
    }
  }
}
