package io.tenure.simulation.cluster;

import java.util.BitSet;

/** An election that a server stands in. */
final class Campaign {
  private final long term;
  private final boolean preVote;
  private final BitSet votes = new BitSet();

  Campaign(long term, boolean preVote) {
    this.term = term;
    this.preVote = preVote;
  }

  long term() {
    return term;
  }

  boolean isPreVote() {
    return preVote;
  }

  boolean isAbout(Ballot.Reply reply) {
    return reply.term() == term && reply.preVote() == preVote;
  }

  void count(int voter) {
    votes.set(voter);
  }

  boolean isWon(int servers) {
    return votes.cardinality() > servers / 2;
  }
}
