package io.tenure.server.grpc;

import io.tenure.server.replication.PeerCalls.Position;
import java.util.concurrent.CompletableFuture;

/** What other nodes ask of this one. Must not block. */
public interface PeerDesk {
  /** As in {@code IntroduceReply}. */
  record Introduced(boolean accepted, boolean formed, boolean member) {}

  CompletableFuture<Introduced> introduce(String node, long incarnation);

  CompletableFuture<Position> position(int shard);
}
