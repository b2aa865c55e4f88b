package io.tenure.raft;

/**
 * How a shard stands on this node.
 *
 * @param role as the engine calls it
 */
public record ShardStatus(
    String role,
    long term,
    long lastIndex,
    long committedIndex,
    long appliedIndex,
    long snapshotIndex) {}
