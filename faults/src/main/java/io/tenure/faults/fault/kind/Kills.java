package io.tenure.faults.fault.kind;

import io.tenure.faults.cluster.Node;
import io.tenure.faults.fault.Fault;
import io.tenure.faults.fault.FaultContext;
import io.tenure.faults.fault.RepeatedAction;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Processes that are killed or stopped; nodes are started again. */
public final class Kills {
  private static final Duration BACK_LIMIT = Duration.ofMinutes(5);

  /** There is no second round: until then it is over. */
  private static final Duration ONCE = Duration.ofDays(1);

  private Kills() {}

  public static Fault one(FaultContext context, Random random)
      throws IOException, InterruptedException {
    return kill(List.of(context.any(random)), "");
  }

  public static Fault leader(FaultContext context, Random random)
      throws IOException, InterruptedException {
    return kill(List.of(context.leader(random)), ", which led,");
  }

  public static Fault majority(FaultContext context, Random random)
      throws IOException, InterruptedException {
    return kill(context.some(context.cluster().majority(), random), "");
  }

  public static Fault all(FaultContext context, Random random)
      throws IOException, InterruptedException {
    return kill(context.shuffled(random), "");
  }

  private static Fault kill(List<Node> victims, String more)
      throws IOException, InterruptedException {
    // All of them before any could notice that another one is gone.
    victims.forEach(Node::strike);
    for (Node victim : victims) {
      victim.kill();
    }
    return Fault.of(FaultContext.names(victims) + more + " killed", victims, () -> start(victims));
  }

  private static void start(List<Node> nodes) throws IOException {
    for (Node node : nodes) {
      node.start();
    }
  }

  /** One after the other is stopped in good order and started, as for a new version. */
  public static Fault rolling(FaultContext context, Random random) {
    List<Node> nodes = context.shuffled(random);
    RepeatedAction restarts =
        RepeatedAction.start(
            "rolling restart",
            () -> {
              for (Node node : nodes) {
                node.stop();
                context.cluster().revive(node, BACK_LIMIT);
              }
              return ONCE;
            });
    return Fault.of("rolling restart", List.of(), restarts::end);
  }

  /** The process of a client, for good. */
  public static Fault client(FaultContext context, Random random)
      throws IOException, InterruptedException {
    return new Fault(context.workers().kill(random) + " killed", List.of(), () -> "");
  }
}
