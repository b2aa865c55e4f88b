package io.tenure.raft.kraft.world.disk;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.kafka.raft.ElectionState;
import org.apache.kafka.raft.QuorumStateStore;
import org.apache.kafka.server.common.KRaftVersion;

/** The vote of a node, on its disk. */
public record SimulatedVotes(SimulatedDisk disk) implements QuorumStateStore {
  @Override
  public Optional<ElectionState> readElectionState() {
    return disk.vote();
  }

  @Override
  public void writeElectionState(ElectionState latest, KRaftVersion version) {
    disk.vote(latest);
  }

  @Override
  public Path path() {
    return Path.of("vote");
  }

  @Override
  public void clear() {
    throw new UnsupportedOperationException("nobody forgets a vote");
  }
}
