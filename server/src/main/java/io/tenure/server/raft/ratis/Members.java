package io.tenure.server.raft.ratis;

import io.tenure.raft.Member;
import org.apache.ratis.protocol.RaftPeer;

/** Members as the engine names them. */
final class Members {
  private Members() {}

  static Member of(RaftPeer peer) {
    return new Member(peer.getId().toString(), peer.getClientAddress(), peer.getAddress());
  }

  static RaftPeer peer(Member member) {
    return RaftPeer.newBuilder()
        .setId(member.id())
        .setAddress(member.raftAddress())
        .setClientAddress(member.address())
        .build();
  }
}
