package io.tenure.raft.kraft.guard;

import java.net.InetSocketAddress;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;

/**
 * Guards the engine against an answer of a leader that it knows by its id only.
 *
 * <p>A node that restarts remembers who led, but has the address only if its log says that the
 * leader is a voter. Without it the engine is no follower of that leader, and stops when the leader
 * answers it; and so again after each restart. If the answer says where the leader is instead, the
 * engine follows it and asks again.
 */
public final class ForgottenAddress {
  private ForgottenAddress() {}

  /** Turns a good answer into a hint to its sender. */
  public static void turnIntoHint(FetchResponseData response, InetSocketAddress sender) {
    if (response.responses().isEmpty()) {
      return;
    }
    FetchResponseData.PartitionData partition = response.responses().get(0).partitions().get(0);
    if (partition.errorCode() != Errors.NONE.code()) {
      return;
    }
    partition.setErrorCode(Errors.NOT_LEADER_OR_FOLLOWER.code());
    partition.setRecords(MemoryRecords.EMPTY);
    partition.setDivergingEpoch(new FetchResponseData.EpochEndOffset());
    partition.setSnapshotId(new FetchResponseData.SnapshotId());
    FetchResponseData.NodeEndpointCollection endpoints =
        new FetchResponseData.NodeEndpointCollection();
    endpoints.add(
        new FetchResponseData.NodeEndpoint()
            .setNodeId(partition.currentLeader().leaderId())
            .setHost(sender.getHostString())
            .setPort(sender.getPort()));
    response.setNodeEndpoints(endpoints);
  }
}
