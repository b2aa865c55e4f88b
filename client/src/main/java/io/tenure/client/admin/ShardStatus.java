package io.tenure.client.admin;

/**
 * A shard, as one node sees it.
 *
 * @param index the number of the shard, from 0
 * @param name the name of the shard
 * @param leader the node that leads it; empty if none is known
 * @param role the role of this node: {@code LEADER}, {@code FOLLOWER}, or another role of the Raft
 *     engine
 * @param term the Raft term
 * @param committedIndex the last log entry that is known to be on a majority
 * @param appliedIndex the last log entry that this node's state includes
 * @param revision the last event of the shard, as applied on this node
 * @param counts what the shard contains
 */
public record ShardStatus(
    int index,
    String name,
    String leader,
    String role,
    long term,
    long committedIndex,
    long appliedIndex,
    long revision,
    Counts counts) {

  /**
   * What a shard contains.
   *
   * @param sessions the number of live sessions
   * @param holds the number of holds
   * @param waiting the number of waiting requests
   */
  public record Counts(long sessions, long holds, long waiting) {}

  /** Returns whether this node leads the shard. */
  public boolean leads() {
    return role.equals("LEADER");
  }
}
