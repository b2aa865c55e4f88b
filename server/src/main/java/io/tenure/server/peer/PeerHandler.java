package io.tenure.server.peer;

import io.tenure.raft.PeerPositions.Position;
import io.tenure.server.peer.PeerCalls.StateChecksum;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * What other nodes ask of this one. {@link #position} and {@link #stateChecksum} must not write to
 * the disk.
 */
public interface PeerHandler {
  /** As in {@code IntroduceReply}. */
  record Introduced(boolean accepted, boolean formed, boolean member, boolean unknown) {}

  /** As in {@code IdentifyReply}. */
  record Identity(String node, long incarnation) {}

  /** As in {@code ForgetReply}. */
  record Forgotten(boolean member, boolean known) {}

  CompletableFuture<Introduced> introduce(String node, long incarnation);

  CompletableFuture<Position> position(int shard);

  /** Empty if this node has no checksum for that index and version. */
  CompletableFuture<OptionalLong> stateChecksum(int shard, StateChecksum theirs);

  Identity identify();

  /** False if another incarnation of the node was met before. */
  CompletableFuture<Boolean> announce(String node, long incarnation);

  CompletableFuture<Forgotten> forget(String node, boolean checkOnly);
}
