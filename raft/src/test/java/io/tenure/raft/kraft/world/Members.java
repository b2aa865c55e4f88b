package io.tenure.raft.kraft.world;

import io.tenure.raft.kraft.world.disk.Flaw;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.message.AddRaftVoterResponseData;
import org.apache.kafka.common.message.RemoveRaftVoterResponseData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.raft.RaftUtil;
import org.apache.kafka.raft.ReplicaKey;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the members, as an operator makes them: one at a time, repeated until the cluster says
 * that it is done.
 */
final class Members {
  private sealed interface Step {
    record Add(ReplicaKey voter) implements Step {}

    record Remove(ReplicaKey voter) implements Step {}
  }

  private static final long RETRY_MICROS = 40_000;
  private static final int REQUEST_TIMEOUT_MILLIS = 400;
  private static final int FEWEST_FOR_WIPE = 3;

  private final World world;
  private final Random random;
  private final boolean enabled;
  private final List<Step> steps = new ArrayList<>();
  private final List<SimulatedNode> started = new ArrayList<>();

  /** As changed by steps that are done, whoever leads. */
  private final List<ReplicaKey> voters = new ArrayList<>();

  private int changes;

  Members(World world, long seed, boolean enabled) {
    this.world = world;
    this.random = new Random(seed);
    this.enabled = enabled;
    for (SimulatedNode node : world.nodes().subList(0, world.founding())) {
      voters.add(node.key());
      started.add(node);
    }
  }

  void begin() {
    if (enabled) {
      chooseLater();
      world.timeline().after(RETRY_MICROS, this::drive);
    }
  }

  int changes() {
    return changes;
  }

  /** Whether a node is up unless a fault keeps it down. */
  boolean isStarted(SimulatedNode node) {
    return started.contains(node);
  }

  boolean areAtRest() {
    return steps.isEmpty();
  }

  private void chooseLater() {
    world
        .timeline()
        .after(
            100_000 + random.nextInt(500_000),
            () -> {
              if (!world.isHealed()) {
                if (steps.isEmpty()) {
                  choose();
                }
                chooseLater();
              }
            });
  }

  private void choose() {
    switch (random.nextInt(4)) {
      case 0 -> add();
      case 1 -> remove(voters.get(random.nextInt(voters.size())));
      case 2 -> {
        SimulatedNode leader = world.leader();
        if (leader != null) {
          remove(leader.key());
        }
      }
      default -> replaceWiped();
    }
  }

  private void add() {
    for (SimulatedNode node : world.nodes()) {
      if (voters.stream().noneMatch(voter -> voter.id() == node.id())) {
        started.add(node);
        node.start();
        steps.add(new Step.Add(node.key()));
        return;
      }
    }
  }

  private void remove(ReplicaKey voter) {
    if (voters.size() > 1 && voters.contains(voter)) {
      steps.add(new Step.Remove(voter));
    }
  }

  /** One disk is lost while all others are well: more would be more than a majority can bear. */
  private void replaceWiped() {
    List<SimulatedNode> nodes = voters.stream().map(voter -> world.node(voter.id())).toList();
    if (nodes.size() < FEWEST_FOR_WIPE || !nodes.stream().allMatch(SimulatedNode::isRunning)) {
      return;
    }
    SimulatedNode node = nodes.get(random.nextInt(nodes.size()));
    ReplicaKey before = node.key();
    world.traceEvent("%s is wiped".formatted(node));
    node.wipe();
    node.start();
    if (node.key().equals(before)) {
      return; // A flaw: it comes back as who it was.
    }
    steps.add(new Step.Remove(before));
    steps.add(new Step.Add(node.key()));
  }

  private void drive() {
    world.timeline().after(RETRY_MICROS, this::drive);
    SimulatedNode leader = world.leader();
    if (leader == null || steps.isEmpty()) {
      return;
    }
    Step step = steps.get(0);
    if (step instanceof Step.Remove remove
        && world.flaw() != Flaw.LEADER_REMOVES_ITSELF
        && remove.voter().equals(leader.key())
        && leader.voters().contains(leader.key())) {
      // A leader that removes itself may leave voters behind that can never elect one another.
      leader.resign();
      return;
    }
    ApiMessage request =
        step instanceof Step.Add add
            ? RaftUtil.addVoterRequest(
                SimulatedNode.CLUSTER,
                REQUEST_TIMEOUT_MILLIS,
                add.voter(),
                world.node(add.voter().id()).endpoints(),
                true)
            : RaftUtil.removeVoterRequest(SimulatedNode.CLUSTER, ((Step.Remove) step).voter());
    leader.handle(request, response -> answered(step, leader, response));
  }

  private void answered(Step step, SimulatedNode leader, @Nullable ApiMessage response) {
    if (steps.isEmpty() || steps.get(0) != step) {
      return;
    }
    Errors error =
        response instanceof AddRaftVoterResponseData added
            ? Errors.forCode(added.errorCode())
            : response instanceof RemoveRaftVoterResponseData removed
                ? Errors.forCode(removed.errorCode())
                : Errors.UNKNOWN_SERVER_ERROR;
    world.traceEvent("%s by %s: %s, voters now %s".formatted(step, leader, error, leader.voters()));
    boolean done =
        error == Errors.NONE
            || (step instanceof Step.Add && error == Errors.DUPLICATE_VOTER)
            || (step instanceof Step.Remove && error == Errors.VOTER_NOT_FOUND);
    if (done) {
      changes++;
      steps.remove(0);
      if (step instanceof Step.Add add) {
        voters.add(add.voter());
      } else {
        voters.remove(((Step.Remove) step).voter());
      }
    }
  }

  @Override
  public String toString() {
    return steps + " " + voters;
  }
}
