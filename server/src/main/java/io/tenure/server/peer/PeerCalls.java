package io.tenure.server.peer;

import io.tenure.raft.PeerPositions;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** What the nodes of a cluster ask each other outside the engine. */
public interface PeerCalls extends PeerPositions {
  /**
   * The checksum of a node's state of a shard.
   *
   * @param index the entry of the log after which it was computed
   * @param version of the bytes that it was computed of; those of two versions differ
   */
  record StateChecksum(String node, long index, int version, long checksum) {}

  /**
   * Asks a node for the checksum of its state, and tells it the one of this node; fails if there is
   * no answer soon. Does not block.
   *
   * @param address where the node listens for other nodes
   * @return empty if the node has none for that index and version
   */
  default CompletableFuture<OptionalLong> stateChecksum(
      String address, int shard, StateChecksum own) {
    return CompletableFuture.failedFuture(new IOException("states are not compared here"));
  }
}
