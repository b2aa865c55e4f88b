package io.tenure.server.directory;

import java.io.IOException;

/**
 * What a node says to one that introduces itself.
 *
 * @param accepted it has met this incarnation, or none before it; it has written it down
 * @param formed it belongs to a cluster that has formed
 * @param member with {@code formed}: the one that asks is a member of it
 * @param unknown not accepted, and nothing was written down, since the id is neither that of a
 *     member, nor configured, nor announced
 */
public record IntroductionReply(boolean accepted, boolean formed, boolean member, boolean unknown) {
  public IntroductionReply(boolean accepted, boolean formed, boolean member) {
    this(accepted, formed, member, false);
  }

  /**
   * The answer of the node whose directory this is.
   *
   * @param member whether the one that asks is in this node's Raft groups or, before these have
   *     started, among its configured peers
   * @param expected whether it may be written down although this node has not met it yet
   */
  public static IntroductionReply answer(
      DataDirectory directory, String node, long incarnation, boolean member, boolean expected)
      throws IOException {
    if (!expected && !directory.knows(node)) {
      return new IntroductionReply(false, directory.formed(), member, true);
    }
    boolean accepted = directory.meet(node, incarnation);
    return new IntroductionReply(accepted, directory.formed(), member);
  }
}
