package io.tenure.raft.kraft.guard;

/**
 * Guards the cluster against a voter that does not know that it is one and follows a dead leader.
 *
 * <p>The engine leaves a leader that it cannot reach only if it is a voter by its own log. A node
 * that was added while it lagged behind stays a follower for ever, and as such denies every
 * pre-vote; if its vote is needed, nobody is elected any more. Such a node has to build its engine
 * anew: then it has not heard of the leader yet, and may grant.
 *
 * <p>Not safe for use by several threads.
 */
public final class StaleObserver {
  private final long patienceMillis;
  private long lastAnswer;

  /**
   * Begins to count.
   *
   * @param patienceMillis for how long a leader may be silent
   */
  public StaleObserver(long patienceMillis, long nowMillis) {
    this.patienceMillis = patienceMillis;
    this.lastAnswer = nowMillis;
  }

  /** The leader has answered. */
  public void heardOfLeader(long nowMillis) {
    lastAnswer = nowMillis;
  }

  /** Whether a pre-vote that arrives now finds a node that would deny it for ever. */
  public boolean blocksElection(long nowMillis, boolean isVoter, boolean hasLeader) {
    return !isVoter && hasLeader && nowMillis - lastAnswer > patienceMillis;
  }
}
