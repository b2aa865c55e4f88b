package io.tenure.raft.kraft.guard;

import org.apache.kafka.common.message.BeginQuorumEpochResponseData;
import org.apache.kafka.common.message.EndQuorumEpochResponseData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchSnapshotResponseData;
import org.apache.kafka.common.message.UpdateRaftVoterResponseData;
import org.apache.kafka.common.message.VoteResponseData;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * Guards the engine against responses that name a leader it cannot follow.
 *
 * <p>A node whose data was lost comes back under its id and asks the others, who may still believe
 * that this id leads. Or they know who leads, but not where, and neither does the receiver. The
 * engine takes both for broken invariants and stops. Without the name of the leader it learns the
 * term from the response and goes on asking.
 */
public final class NamedLeader {
  private static final int NONE = -1;

  private NamedLeader() {}

  /**
   * Takes the leader out of a response if it is the receiver itself or comes without an address.
   */
  public static void removeIfUnusable(ApiMessage response, int receiver) {
    if (response instanceof FetchResponseData fetch) {
      for (var topic : fetch.responses()) {
        for (var partition : topic.partitions()) {
          int leader = partition.currentLeader().leaderId();
          partition
              .currentLeader()
              .setLeaderId(usable(leader, receiver, fetch.nodeEndpoints().find(leader) != null));
        }
      }
    } else if (response instanceof FetchSnapshotResponseData snapshot) {
      for (var topic : snapshot.topics()) {
        for (var partition : topic.partitions()) {
          int leader = partition.currentLeader().leaderId();
          partition
              .currentLeader()
              .setLeaderId(usable(leader, receiver, snapshot.nodeEndpoints().find(leader) != null));
        }
      }
    } else if (response instanceof VoteResponseData vote) {
      for (var topic : vote.topics()) {
        for (var partition : topic.partitions()) {
          int leader = partition.leaderId();
          partition.setLeaderId(
              usable(leader, receiver, vote.nodeEndpoints().find(leader) != null));
        }
      }
    } else if (response instanceof BeginQuorumEpochResponseData begin) {
      for (var topic : begin.topics()) {
        for (var partition : topic.partitions()) {
          int leader = partition.leaderId();
          partition.setLeaderId(
              usable(leader, receiver, begin.nodeEndpoints().find(leader) != null));
        }
      }
    } else if (response instanceof EndQuorumEpochResponseData end) {
      for (var topic : end.topics()) {
        for (var partition : topic.partitions()) {
          int leader = partition.leaderId();
          partition.setLeaderId(usable(leader, receiver, end.nodeEndpoints().find(leader) != null));
        }
      }
    } else if (response instanceof UpdateRaftVoterResponseData update) {
      var named = update.currentLeader();
      named.setLeaderId(usable(named.leaderId(), receiver, !named.host().isEmpty()));
    }
  }

  private static int usable(int leader, int receiver, boolean hasAddress) {
    return leader != receiver && hasAddress ? leader : NONE;
  }
}
