package io.tenure.raft.kraft.guard;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.raft.ElectionState;
import org.apache.kafka.raft.QuorumStateStore;
import org.apache.kafka.raft.ReplicaKey;
import org.apache.kafka.server.common.KRaftVersion;

/**
 * Guards the engine against its own vote after a restart.
 *
 * <p>A node that voted for itself starts as a candidate again. If its log removes it from the
 * voters meanwhile, the engine refuses to start for ever, although the removal may not be committed
 * and the node may be needed. So it starts in the next term, in which it has not voted.
 */
public record RestartedCandidate(QuorumStateStore votes, ReplicaKey self)
    implements QuorumStateStore {
  @Override
  public Optional<ElectionState> readElectionState() {
    return votes
        .readElectionState()
        .map(
            vote ->
                vote.isVotedCandidate(self) && !vote.isLeader(self.id())
                    ? ElectionState.withUnknownLeader(vote.epoch() + 1, Set.of())
                    : vote);
  }

  @Override
  public void writeElectionState(ElectionState latest, KRaftVersion version) {
    votes.writeElectionState(latest, version);
  }

  @Override
  public Path path() {
    return votes.path();
  }

  @Override
  public void clear() {
    votes.clear();
  }
}
