package io.tenure.raft.kraft.world;

import io.tenure.raft.kraft.world.disk.LogBatch;
import io.tenure.raft.kraft.world.disk.SimulatedDisk;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.raft.Batch;
import org.apache.kafka.raft.ReplicaKey;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.jspecify.annotations.Nullable;

/**
 * What is true of the whole world, and whether it stays so.
 *
 * <ol>
 *   <li>At most one node leads in a term.
 *   <li>All state machines apply the same operations in the same order, for ever: a committed entry
 *       stays, and what was acknowledged is never lost.
 *   <li>What is acknowledged is on the disks of a majority of the voters.
 *   <li>A batch that two logs have at the same offset and in the same term is the same, and so is
 *       everything before it.
 *   <li>A read that was confirmed shows everything that was acknowledged before it began.
 * </ol>
 */
final class History {
  /** The world's promise is broken. */
  static final class Violation extends AssertionError {
    private static final long serialVersionUID = 1;

    Violation(String message) {
      super(message);
    }

    Violation(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private record Operation(long id, long offset, long hash) {}

  private final World world;
  private final List<Operation> operations = new ArrayList<>();
  private final Map<Integer, SimulatedNode> leaders = new TreeMap<>();
  private int acknowledged;
  private int acknowledgements;
  private int reads;

  /** The first violation: the engine catches what is thrown inside some of its callbacks. */
  private @Nullable Violation violation;

  History(World world) {
    this.world = world;
  }

  void fail(Violation found) {
    if (violation == null) {
      violation = found;
    }
  }

  private Violation failed(String message) {
    fail(new Violation(message));
    check();
    throw new IllegalStateException();
  }

  void check() {
    if (violation != null) {
      throw violation;
    }
  }

  long hash(int count) {
    return count == 0 ? 0 : operations.get(count - 1).hash();
  }

  /** Operations that were committed. */
  int size() {
    return operations.size();
  }

  int acknowledgements() {
    return acknowledgements;
  }

  int reads() {
    return reads;
  }

  /** How many operations a read that begins now must see. */
  int acknowledged() {
    return acknowledged;
  }

  void committed(SimulatedNode node, int index, long operation, long offset) {
    if (index < operations.size()) {
      Operation known = operations.get(index);
      if (known.id() != operation || known.offset() != offset) {
        throw failed(
            "%s applied operation %d at offset %d as number %d, which is %d at offset %d"
                .formatted(node, operation, offset, index, known.id(), known.offset()));
      }
      return;
    }
    if (index > operations.size()) {
      throw failed("%s left out operations before number %d".formatted(node, index));
    }
    operations.add(new Operation(operation, offset, hash(index) * 31 + operation));
  }

  void acknowledged(SimulatedNode node, Batch<byte[]> batch, int applied) {
    acknowledgements++;
    acknowledged = Math.max(acknowledged, applied);
    List<ReplicaKey> voters = node.voters();
    if (voters.isEmpty()) {
      // It has just been deposed; what it applies was committed all the same.
      return;
    }
    int durable = 0;
    for (ReplicaKey voter : voters) {
      if (world.hasOnDisk(voter, batch.baseOffset(), batch.epoch())) {
        durable++;
      }
    }
    if (durable <= voters.size() / 2) {
      throw failed(
          "%s acknowledged offset %d of term %d, which is on the disks of %d of %s"
              .formatted(node, batch.baseOffset(), batch.epoch(), durable, voters));
    }
  }

  void loaded(SimulatedNode node, int before, int count, long hash) {
    if (count < before || count > operations.size() || hash(count) != hash) {
      throw failed(
          "%s loaded a snapshot of %d operations, had %d, committed are %d"
              .formatted(node, count, before, operations.size()));
    }
  }

  void read(SimulatedNode node, int required, int seen) {
    reads++;
    if (seen < required) {
      throw failed(
          "%s answered a read with %d operations although %d were acknowledged before"
              .formatted(node, seen, required));
    }
  }

  void leads(SimulatedNode node, int term) {
    SimulatedNode other = leaders.putIfAbsent(term, node);
    if (other != null && other != node) {
      throw failed("%s and %s lead in term %d".formatted(other, node, term));
    }
  }

  /** Invariant 4, for all logs. */
  void compareLogs(Collection<SimulatedDisk> disks) {
    List<SimulatedDisk> all = List.copyOf(disks);
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        compare(all.get(i), all.get(j));
      }
    }
  }

  private static void compare(SimulatedDisk left, SimulatedDisk right) {
    Map<Long, LogBatch> byOffset = new TreeMap<>();
    right.batches().forEach(batch -> byOffset.put(batch.first(), batch));
    boolean mustMatch = false;
    for (int i = left.batches().size() - 1; i >= 0; i--) {
      LogBatch mine = left.batches().get(i);
      LogBatch other = byOffset.get(mine.first());
      if (other == null) {
        if (mustMatch && !right.batches().isEmpty() && mine.first() >= first(right)) {
          throw new Violation("logs do not match: a batch at " + mine.first() + " is missing");
        }
        continue;
      }
      mustMatch |= mine.epoch() == other.epoch();
      if (mustMatch && !mine.sameAs(other)) {
        throw new Violation("logs do not match at offset " + mine.first());
      }
    }
  }

  private static long first(SimulatedDisk disk) {
    return disk.batches().get(0).first();
  }

  /** Whether a disk has what was committed at an offset, in the log or in a snapshot. */
  static boolean hasOnDisk(SimulatedDisk disk, long offset, int term) {
    for (OffsetAndEpoch snapshot : disk.snapshots().keySet()) {
      if (snapshot.offset() > offset) {
        return true;
      }
    }
    for (LogBatch batch : disk.flushedBatches()) {
      if (batch.first() == offset) {
        return batch.epoch() == term;
      }
    }
    return false;
  }
}
