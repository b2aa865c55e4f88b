package io.tenure.faults.fault.kind;

import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.error.TenureException;
import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.cluster.Node;
import io.tenure.faults.fault.Fault;
import io.tenure.faults.fault.FaultContext;
import io.tenure.faults.fault.FaultKind;
import io.tenure.faults.fault.OtherFaultException;
import io.tenure.faults.fault.RepeatedAction;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Faults of membership, leadership and data: wipe, replace, snapshot and transfer. */
public final class Members {
  private static final Duration LAG_LIMIT = Duration.ofSeconds(60);

  /** Entries that a node may have got before it was killed, though they were not committed. */
  private static final long IN_FLIGHT = 100;

  private Members() {}

  /** A follower loses all its data and is replaced. */
  public static Fault wipe(FaultContext context, Random random)
      throws IOException, InterruptedException {
    Node node = context.follower(random);
    node.kill();
    node.loseData();
    return replaced(context.cluster(), node, node.id() + " killed, its data deleted");
  }

  /** A member is removed, perhaps the leader, and a new one added. */
  public static Fault remove(FaultContext context, Random random)
      throws IOException, InterruptedException {
    Node node = FaultContext.pick(context.cluster().nodes(), random);
    String id = node.id();
    context.cluster().remove(node);
    return replaced(context.cluster(), node, id + " removed from the members");
  }

  private static Fault replaced(Cluster cluster, Node node, String what) {
    return new Fault(
        what,
        List.of(node),
        () -> {
          cluster.replace(node);
          return node.id() + " added";
        });
  }

  /** A follower is away until the others have dropped the part of the log that it lacks. */
  public static Fault lag(FaultContext context, Random random)
      throws IOException, InterruptedException {
    Node node = context.follower(random);
    node.kill();
    long reached =
        IN_FLIGHT
            + context.cluster().status().committed().values().stream()
                .max(Comparator.naturalOrder())
                .orElseThrow(() -> new IOException("no node reports its log position"));
    Fault.Healing healing =
        () -> {
          boolean dropped = context.cluster().awaitLogDropped(reached, node, LAG_LIMIT);
          node.start();
          if (!dropped) {
            throw new OtherFaultException(
                FaultKind.KILL_ONE,
                ("the other nodes have not compacted the log that %2$s lacks within %1$d s;"
                        + " no snapshot was needed")
                    .formatted(LAG_LIMIT.toSeconds(), node.id()));
          }
          return "the log that it lacks is compacted";
        };
    return new Fault(node.id() + " killed and kept stopped", List.of(node), healing);
  }

  /** Leadership goes from hand to hand. */
  public static Fault transfer(FaultContext context, Random random) {
    Random decisions = new Random(random.nextLong());
    AtomicInteger done = new AtomicInteger();
    RepeatedAction transfers =
        RepeatedAction.start(
            "transfer",
            () -> {
              Node next = FaultContext.pick(context.cluster().nodes(), decisions);
              int shard = FaultContext.pick(context.cluster().shards(), decisions);
              if (transferTo(context.cluster(), next, shard)) {
                done.incrementAndGet();
              }
              return Duration.ofMillis(FaultContext.between(200, 2_000, decisions));
            });
    return new Fault(
        "leadership transferred",
        List.of(),
        () -> {
          transfers.end();
          return done.get() + " times";
        });
  }

  /** It may be refused, as by a node that is about to lose its leadership anyhow. */
  private static boolean transferTo(Cluster cluster, Node next, int shard) {
    List<String> running =
        cluster.nodes().stream().filter(Node::isRunning).map(Node::address).toList();
    if (running.isEmpty()) {
      return false;
    }
    try (ClusterAdmin admin = ClusterAdmin.of(running)) {
      return admin.transferLeadership(next.id(), shard).equals(next.id());
    } catch (TenureException e) {
      return false;
    }
  }
}
