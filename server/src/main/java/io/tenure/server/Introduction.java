package io.tenure.server;

import java.io.IOException;

/**
 * What a node says to one that introduces itself.
 *
 * @param accepted it has met this incarnation, or none before it; it will remember
 * @param formed it belongs to a cluster that has formed
 * @param member with {@code formed}: the one that asks is a member of it
 */
public record Introduction(boolean accepted, boolean formed, boolean member) {
  /**
   * The answer of the node whose directory this is.
   *
   * @param member whether the one that asks is in this node's Raft groups or, before these have
   *     started, among its configured peers
   */
  public static Introduction answer(
      DataDirectory directory, String node, long incarnation, boolean member) throws IOException {
    boolean accepted = directory.meet(node, incarnation);
    return new Introduction(accepted, directory.formed(), member);
  }
}
