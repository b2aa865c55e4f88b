package io.tenure.client.admin;

/**
 * A shard as one node sees it.
 *
 * @param leader the node that leads it; empty if none is known
 * @param role what this node is: LEADER, FOLLOWER, or another word of the engine's
 * @param committedIndex the last entry of the log that is known to be on a majority
 * @param appliedIndex the last entry of the log that this node's state includes
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

  /** What the shard is busy with. */
  public record Counts(long sessions, long holds, long waiting) {}

  /** Whether this node leads the shard. */
  public boolean leads() {
    return role.equals("LEADER");
  }
}
