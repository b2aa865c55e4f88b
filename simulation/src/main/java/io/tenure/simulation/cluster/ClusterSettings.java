package io.tenure.simulation.cluster;

import java.util.Set;

/**
 * How the servers behave where the promises must hold either way.
 *
 * @param servers how many, normally 3 or 5
 * @param preVote whether a server asks first whether an election could be won
 * @param checkQuorum whether a leader that hears from no majority steps down by itself
 * @param snapshotEvery how many entries lie between two snapshots
 * @param entriesKept how many entries before a snapshot stay in the log for followers that lag
 */
public record ClusterSettings(
    int servers,
    boolean preVote,
    boolean checkQuorum,
    int snapshotEvery,
    int entriesKept,
    Set<Flaw> flaws) {

  /** What a sensible engine does. */
  public static ClusterSettings of(int servers) {
    return new ClusterSettings(servers, true, true, 1_000, 100, Set.of());
  }

  public boolean has(Flaw flaw) {
    return flaws.contains(flaw);
  }
}
