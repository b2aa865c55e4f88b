package io.tenure.raft.kraft.world;

import io.tenure.raft.kraft.world.disk.Flaw;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.raft.ReplicaKey;

/**
 * Reads of a leader's state. It asks the other voters which term they are in; when with itself a
 * majority of its voters is in its own term, and it still leads with the same voters, then nobody
 * else led when the read began.
 */
final class Reads {
  private static final class Pending {
    private final SimulatedNode node;
    private final int term;
    private final List<ReplicaKey> voters;
    private final int required;
    private final Set<ReplicaKey> confirmed = new HashSet<>();

    Pending(SimulatedNode node, int required) {
      this.node = node;
      this.term = node.term();
      this.voters = node.voters();
      this.required = required;
    }
  }

  private static final int MOST_PENDING = 100;

  private final World world;
  private final Map<Integer, Pending> pending = new HashMap<>();
  private int numbers;

  Reads(World world) {
    this.world = world;
  }

  /** A read at everybody who believes to lead. */
  void begin() {
    for (SimulatedNode node : world.nodes()) {
      if (node.leads()) {
        begin(node);
      }
    }
  }

  private void begin(SimulatedNode node) {
    Pending read = new Pending(node, world.history().acknowledged());
    int number = ++numbers;
    pending.put(number, read);
    pending.remove(number - MOST_PENDING);
    if (read.voters.contains(node.key())) {
      read.confirmed.add(node.key());
    }
    for (ReplicaKey voter : read.voters) {
      if (voter.id() != node.id()) {
        node.ask(voter.id(), new Wire.TermQuestion(number));
      }
    }
    decide(number, read);
  }

  void answered(Wire.TermAnswer answer) {
    Pending read = pending.get(answer.read());
    if (read == null || !read.voters.contains(answer.by())) {
      return;
    }
    if (answer.term() == read.term || world.flaw() == Flaw.STALE_TERM_CONFIRMS) {
      read.confirmed.add(answer.by());
      decide(answer.read(), read);
    }
  }

  private void decide(int number, Pending read) {
    boolean confirmed =
        read.confirmed.size() > read.voters.size() / 2 || world.flaw() == Flaw.READ_UNCONFIRMED;
    if (!confirmed) {
      return;
    }
    pending.remove(number);
    SimulatedNode node = read.node;
    if (node.leads() && node.term() == read.term && node.voters().equals(read.voters)) {
      world.history().read(node, read.required, node.applied());
    }
  }
}
