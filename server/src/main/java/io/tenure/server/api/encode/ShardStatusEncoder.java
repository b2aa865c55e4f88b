package io.tenure.server.api.encode;

import io.tenure.core.LockState;
import io.tenure.protocol.v1.CompareStateReply;
import io.tenure.protocol.v1.Member;
import io.tenure.protocol.v1.MembersReply;
import io.tenure.protocol.v1.ReplicaChecksum;
import io.tenure.protocol.v1.Shard;
import io.tenure.protocol.v1.ShardStatus;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import io.tenure.server.shard.StateComparison;
import java.util.List;

/** How this node's shards stand, in words of the wire. */
public final class ShardStatusEncoder {
  private ShardStatusEncoder() {}

  public static Shard shard(ShardParts parts) {
    Shard.Builder shard =
        Shard.newBuilder()
            .setIndex(parts.index())
            .setName(parts.shard().name())
            .setFrom(parts.from());
    Failure.Leader leader = parts.shard().leadership().leader();
    if (leader != null) {
      shard.setLeaderNode(leader.node()).setLeaderAddress(leader.address());
    }
    return shard.build();
  }

  private record Counts(long revision, int sessions, int holds, int waiting) {
    static Counts of(LockState state) {
      return new Counts(
          state.revision(), state.sessionCount(), state.holdCount(), state.waitingCount());
    }
  }

  public static ShardStatus status(ShardParts parts, io.tenure.raft.ShardStatus status) {
    Counts counts = parts.shard().readStale(Counts::of);
    return ShardStatus.newBuilder()
        .setShard(shard(parts))
        .setRole(status.role())
        .setTerm(status.term())
        .setLastIndex(status.lastIndex())
        .setCommittedIndex(status.committedIndex())
        .setAppliedIndex(status.appliedIndex())
        .setSnapshotIndex(Math.max(0, status.snapshotIndex()))
        .setRevision(counts.revision())
        .setSessions(counts.sessions())
        .setHolds(counts.holds())
        .setWaiting(counts.waiting())
        .build();
  }

  public static CompareStateReply comparison(StateComparison comparison) {
    CompareStateReply.Builder reply =
        CompareStateReply.newBuilder()
            .setIndex(comparison.index())
            .setResult(
                switch (comparison.result()) {
                  case EQUAL -> CompareStateReply.Result.EQUAL;
                  case DIFFERS -> CompareStateReply.Result.DIFFERS;
                  case UNKNOWN -> CompareStateReply.Result.UNKNOWN;
                });
    comparison
        .checksums()
        .forEach(
            (node, checksum) -> {
              ReplicaChecksum.Builder replica = ReplicaChecksum.newBuilder().setNode(node);
              checksum.ifPresent(replica::setChecksum);
              reply.addReplicas(replica);
            });
    return reply.build();
  }

  public static Member member(io.tenure.raft.Member member) {
    return Member.newBuilder()
        .setNode(member.id())
        .setAddress(member.address())
        .setRaftAddress(member.raftAddress())
        .build();
  }

  public static MembersReply members(List<io.tenure.raft.Member> members) {
    MembersReply.Builder reply = MembersReply.newBuilder();
    members.forEach(member -> reply.addMembers(member(member)));
    return reply.build();
  }
}
