package io.tenure.raft;

import java.util.concurrent.CompletableFuture;

/** Asks other nodes where their logs end. */
public interface PeerPositions {
  /**
   * Where a node stands in a shard.
   *
   * @param term its current term
   * @param lastTerm the term of the last entry of its log
   * @param lastIndex the index of that entry
   * @param stateBytes the memory that the node has for the state of one shard; 0 if not known
   */
  record Position(long term, long lastTerm, long lastIndex, long stateBytes) {}

  /**
   * Asks a node; fails if there is no answer soon. Does not block.
   *
   * @param address where the node listens for other nodes
   */
  CompletableFuture<Position> position(String address, int shard);
}
