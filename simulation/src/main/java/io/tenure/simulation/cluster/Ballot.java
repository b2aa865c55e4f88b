package io.tenure.simulation.cluster;

/**
 * A server asks for a vote.
 *
 * @param term the term it wants to lead
 * @param preVote whether it only asks what the answer would be
 */
record Ballot(Server candidate, long term, long lastIndex, long lastTerm, boolean preVote) {

  /**
   * The answer.
   *
   * @param term the term that was asked for if granted, else the voter's own
   */
  record Reply(Server voter, long term, boolean granted, boolean preVote) {}
}
