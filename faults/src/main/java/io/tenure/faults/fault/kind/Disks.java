package io.tenure.faults.fault.kind;

import io.tenure.faults.cluster.Node;
import io.tenure.faults.fault.Fault;
import io.tenure.faults.fault.FaultContext;
import io.tenure.faults.fault.RepeatedAction;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Disks that take nothing any more. A node that notices ends, and is started again afterwards. */
public final class Disks {
  private static final Duration BACK_LIMIT = Duration.ofMinutes(5);
  private static final Duration REFILL = Duration.ofMillis(200);

  /** It writes on as long as it needs no other file. */
  private static final Duration NOTICE_LIMIT = Duration.ofSeconds(15);

  private Disks() {}

  public static Fault full(FaultContext scene, Random random) throws IOException {
    Node node = scene.withSmallDisk();
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
          return revive(scene, node, ended);
        };
    return new Fault("the disk of " + node.id() + " full", List.of(node), healing);
  }

  public static Fault failing(FaultContext scene, Random random) throws IOException {
    Node node = scene.any(random);
    node.disk().fail();
    Fault.Healing healing =
        () -> {
          boolean ended = node.awaitEnd(NOTICE_LIMIT);
          node.disk().behave();
          return revive(scene, node, ended);
        };
    return new Fault("every write of " + node.id() + " fails", List.of(node), healing);
  }

  /** It may still be about to end. */
  private static String revive(FaultContext scene, Node node, boolean ended)
      throws IOException, InterruptedException {
    scene.cluster().revive(node, BACK_LIMIT);
    return ended ? "it had ended" : "it had not ended";
  }
}
