package io.tenure.server.replication;

import io.tenure.server.replication.PeerCalls.Position;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;

/**
 * Keeps the limits of a shard's state at what the smallest heap among its members can carry. The
 * leader asks the members now and then. A smaller heap lowers the limits at once; they are raised
 * only when every member has answered, since one that is away may be the smallest.
 */
final class LimitsAgreement {
  private final List<Shard> shards;
  private final PeerCalls peers;

  LimitsAgreement(List<Shard> shards, PeerCalls peers) {
    this.shards = shards;
    this.peers = peers;
  }

  /** To be called now and then, by one thread. */
  void look() {
    for (Shard shard : shards) {
      if (shard.leadership().leads()) {
        ask(shard);
      }
    }
  }

  private void ask(Shard shard) {
    List<CompletableFuture<Long>> answers =
        others(shard.division()).stream().map(member -> bytesOf(member, shard.index())).toList();
    CompletableFuture<Void> unused =
        CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
            .thenRun(() -> shard.agree(answers.stream().map(CompletableFuture::join).toList()));
  }

  private static Set<RaftPeer> others(RaftServer.Division division) {
    RaftConfiguration members = division.getRaftConf();
    Set<RaftPeer> others = new HashSet<>(members.getCurrentPeers());
    others.addAll(members.getPreviousPeers());
    RaftPeerId self = division.getId();
    others.removeIf(member -> member.getId().equals(self));
    return others;
  }

  /** 0 if that is not known. */
  private CompletableFuture<Long> bytesOf(RaftPeer member, int shard) {
    return peers
        .position(member.getAddress(), shard)
        .thenApply(Position::stateBytes)
        .exceptionally(e -> 0L);
  }

  /** What the limits should be, given what they are and what the other members have. */
  static long agreed(long ownBytes, long wantedBytes, List<Long> others) {
    long least = ownBytes;
    boolean allKnown = true;
    for (long bytes : others) {
      allKnown &= bytes > 0;
      least = bytes > 0 ? Math.min(least, bytes) : least;
    }
    return allKnown ? least : Math.min(least, wantedBytes);
  }
}
