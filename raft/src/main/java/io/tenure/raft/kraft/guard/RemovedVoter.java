package io.tenure.raft.kraft.guard;

import java.util.List;
import org.apache.kafka.common.message.BeginQuorumEpochResponseData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.raft.ReplicaKey;

/**
 * Guards a leader against a voter that acknowledges it after it was removed: the engine stops.
 * Nothing depends on this acknowledgement.
 */
public final class RemovedVoter {
  private RemovedVoter() {}

  /** Whether a response has to be dropped. */
  public static boolean sent(ApiMessage response, int sender, List<ReplicaKey> votersOfLeader) {
    return response instanceof BeginQuorumEpochResponseData
        && votersOfLeader.stream().noneMatch(voter -> voter.id() == sender);
  }
}
