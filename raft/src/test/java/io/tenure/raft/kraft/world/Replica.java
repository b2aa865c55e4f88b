package io.tenure.raft.kraft.world;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.raft.Batch;
import org.apache.kafka.raft.BatchReader;
import org.apache.kafka.raft.LeaderAndEpoch;
import org.apache.kafka.raft.RaftClient;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.snapshot.SnapshotReader;

/** The state machine of one run of a node: the number of operations applied, and a hash of them. */
final class Replica implements RaftClient.Listener<byte[]> {
  private final SimulatedNode node;
  private final History history;
  private final Set<Long> proposed = new HashSet<>();
  private int applied;
  private OffsetAndEpoch position = new OffsetAndEpoch(0, 0);
  private int leadingEpoch = -1;

  Replica(SimulatedNode node, History history) {
    this.node = node;
    this.history = history;
  }

  @Override
  public void handleCommit(BatchReader<byte[]> reader) {
    try (reader) {
      while (reader.hasNext()) {
        Batch<byte[]> batch = reader.next();
        for (byte[] record : batch.records()) {
          long operation = ByteBuffer.wrap(record).getLong();
          history.committed(node, applied, operation, batch.baseOffset());
          applied++;
          if (proposed.remove(operation)) {
            history.acknowledged(node, batch, applied);
          }
        }
        position = new OffsetAndEpoch(batch.lastOffset() + 1, batch.epoch());
      }
    }
  }

  @Override
  public void handleLoadSnapshot(SnapshotReader<byte[]> reader) {
    try (reader) {
      int loaded = 0;
      long hash = 0;
      while (reader.hasNext()) {
        for (byte[] record : reader.next().records()) {
          ByteBuffer state = ByteBuffer.wrap(record);
          loaded = state.getInt();
          hash = state.getLong();
        }
      }
      history.loaded(node, applied, loaded, hash);
      applied = loaded;
      position = reader.snapshotId();
    }
  }

  @Override
  public void handleLoadBootstrap(SnapshotReader<byte[]> reader) {
    reader.close();
  }

  @Override
  public void handleLeaderChange(LeaderAndEpoch leader) {
    leadingEpoch = leader.isLeader(node.id()) ? leader.epoch() : -1;
    if (leadingEpoch < 0) {
      proposed.clear();
    }
  }

  void proposed(long operation) {
    proposed.add(operation);
  }

  int applied() {
    return applied;
  }

  /** Up to where it has applied the log. */
  OffsetAndEpoch position() {
    return position;
  }

  /** The term that it leads in, after all that was committed before has been applied; else -1. */
  int leadingEpoch() {
    return leadingEpoch;
  }

  byte[] state() {
    return ByteBuffer.allocate(12).putInt(applied).putLong(history.hash(applied)).array();
  }
}
