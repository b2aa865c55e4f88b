package io.tenure.faults.fault.kind;

import io.tenure.faults.cluster.Node;
import io.tenure.faults.fault.Fault;
import io.tenure.faults.fault.FaultContext;
import io.tenure.faults.fault.RepeatedAction;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Disks that are full, fail or are slow. A node that cannot write ends, and is started again
 * afterwards.
 */
public final class Disks {
  private static final Duration BACK_LIMIT = Duration.ofMinutes(5);
  private static final Duration REFILL = Duration.ofMillis(200);

  /** It writes on as long as it needs no other file. */
  private static final Duration NOTICE_LIMIT = Duration.ofSeconds(15);

  private Disks() {}

  public static Fault full(FaultContext context, Random random) throws IOException {
    Node node = context.withSmallDisk();
    RepeatedAction filling =
        RepeatedAction.start(
            "disk-full",
            () -> {
              // What the node deletes makes room again.
              node.disk().fill();
              return REFILL;
            });
    Fault.Healing healing =
        () -> {
          boolean ended = node.awaitEnd(NOTICE_LIMIT);
          filling.end();
          node.disk().free();
          return revive(context, node, ended);
        };
    return new Fault("the disk of " + node.id() + " full", List.of(node), healing);
  }

  public static Fault failing(FaultContext context, Random random) throws IOException {
    Node node = context.any(random);
    node.disk().fail();
    Fault.Healing healing =
        () -> {
          boolean ended = node.awaitEnd(NOTICE_LIMIT);
          node.disk().behave();
          return revive(context, node, ended);
        };
    return new Fault("every write of " + node.id() + " fails", List.of(node), healing);
  }

  public static Fault slow(FaultContext context, Random random) throws IOException {
    Node node = context.any(random);
    int millis = FaultContext.between(20, 800, random);
    node.disk().slow(Duration.ofMillis(millis));
    return Fault.of(
        "every fsync of " + node.id() + " takes " + millis + " ms more", node, node.disk()::behave);
  }

  /** It may still be about to end. */
  private static String revive(FaultContext context, Node node, boolean ended)
      throws IOException, InterruptedException {
    context.cluster().revive(node, BACK_LIMIT);
    return ended ? "it had ended" : "it had not ended";
  }
}
