package io.tenure.simulation.cluster;

import java.util.List;

/**
 * A leader's entries for a follower; with none it is a heartbeat.
 *
 * @param commit what the leader knows to be committed
 * @param round which of the leader's rounds this belongs to; the reply repeats it and so proves
 *     that the leader led after the round began
 */
record AppendEntries(
    Server leader,
    long term,
    long previousIndex,
    long previousTerm,
    List<Entry> entries,
    long commit,
    long round) {
  static final long NO_ROUND = 0;

  /**
   * The answer, also to {@link InstallSnapshot}.
   *
   * @param index how far the follower's log agrees with the leader's if it matched, else how far
   *     the leader should go back
   * @param round the round that it answers, or {@link #NO_ROUND} if it took nothing
   */
  record Reply(Server follower, long term, boolean matched, long index, long round) {}
}
