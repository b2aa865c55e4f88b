package io.tenure.raft.kraft.world;

import io.tenure.raft.kraft.world.disk.SimulatedLog;
import java.util.List;
import java.util.Random;
import org.apache.kafka.raft.RaftUtil;

/** What happens to a world until it is repaired. */
final class Faults {
  private enum Kind {
    KILL,
    KILL_AND_CRASH_IN_RECOVERY,
    KILL_ALL,
    CRASH_AT_DISK_OPERATION,
    DISK_FAILS,
    PAUSE,
    CUT_ONE_WAY,
    ISOLATE,
    SPLIT,
    MEND,
    SNAPSHOT,
    SNAPSHOT_EVERYWHERE,
    RESIGN,
    CRASH_TRIGGER,
    KILL_LEADER_AND_TRIGGER
  }

  private final World world;
  private final Random random;
  private final int spacingMicros;

  Faults(World world, long seed) {
    this.world = world;
    this.random = new Random(seed);
    this.spacingMicros = 30_000 + random.nextInt(270_000);
  }

  void begin() {
    world
        .timeline()
        .after(
            random.nextInt(2 * spacingMicros),
            () -> {
              if (!world.isHealed()) {
                cause(Kind.values()[random.nextInt(Kind.values().length)]);
                begin();
              }
            });
  }

  private SimulatedNode someNode() {
    // Half of all faults happen to the leader.
    SimulatedNode leader = world.leader();
    return leader != null && random.nextBoolean()
        ? leader
        : world.nodes().get(random.nextInt(world.nodes().size()));
  }

  private void cause(Kind kind) {
    SimulatedNode node = someNode();
    if (!node.isRunning()) {
      return;
    }
    world.traceEvent("fault %s at %s".formatted(kind, node));
    switch (kind) {
      case KILL -> killAndRestart(node);
      case KILL_AND_CRASH_IN_RECOVERY -> {
        killAndRestart(node);
        node.disk().crashAfter(random.nextInt(6));
      }
      case KILL_ALL ->
          world.nodes().stream().filter(SimulatedNode::isRunning).forEach(this::killAndRestart);
      case CRASH_AT_DISK_OPERATION -> node.disk().crashAfter(random.nextInt(12));
      case DISK_FAILS -> node.disk().fail();
      case PAUSE -> {
        node.pause();
        world.timeline().after(random.nextInt(1_500_000), node::resume);
      }
      case CUT_ONE_WAY -> {
        world.network().cut(node.id(), 1 + random.nextInt(world.nodes().size()));
        mendLater();
      }
      case ISOLATE -> split(List.of(node));
      case SPLIT -> split(world.nodes().stream().filter(ignored -> random.nextBoolean()).toList());
      case MEND -> world.network().mendAll();
      case SNAPSHOT -> node.snapshot();
      case SNAPSHOT_EVERYWHERE -> world.nodes().forEach(SimulatedNode::snapshot);
      case RESIGN -> node.resign();
      case CRASH_TRIGGER -> triggerElection();
      case KILL_LEADER_AND_TRIGGER -> {
        SimulatedNode leader = world.leader();
        if (leader != null) {
          killAndRestart(leader);
          world.timeline().after(random.nextInt(20_000), this::triggerElection);
        }
      }
    }
  }

  private void killAndRestart(SimulatedNode node) {
    node.kill();
    world.restartLater(node);
  }

  private void split(List<SimulatedNode> side) {
    for (SimulatedNode one : side) {
      for (SimulatedNode other : world.nodes()) {
        if (!side.contains(other)) {
          world.network().cut(one.id(), other.id());
          world.network().cut(other.id(), one.id());
        }
      }
    }
    mendLater();
  }

  private void mendLater() {
    world.timeline().after(50_000 + random.nextInt(1_200_000), world.network()::mendAll);
  }

  /** Every follower is told that the leader it knows has ended its term, as after its crash. */
  private void triggerElection() {
    for (SimulatedNode node : world.nodes()) {
      world.timeline().after(random.nextInt(30_000), () -> endTermOfLeader(node));
    }
  }

  private static void endTermOfLeader(SimulatedNode node) {
    node.knownLeader()
        .ifPresent(
            leader ->
                node.handle(
                    RaftUtil.singletonEndQuorumEpochRequest(
                        SimulatedLog.PARTITION,
                        SimulatedNode.CLUSTER,
                        leader.epoch(),
                        leader.leaderId().getAsInt(),
                        List.of(node.key())),
                    ignored -> {}));
  }
}
