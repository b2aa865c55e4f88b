package io.tenure.compare.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * Errors and faults of a run.
 *
 * @param errors calls that failed without losing a lock
 * @param violations grants while another worker held the key in a conflicting mode
 * @param staleTokens grants whose token was not greater than those before
 * @param lostGrants grants that ended before their release: the release failed, or the service did
 *     not know of the grant
 * @param stuckKeys keys that could not be acquired after the run
 * @param examples a few messages
 */
public record Faults(
    long errors,
    long violations,
    long staleTokens,
    long lostGrants,
    long stuckKeys,
    List<String> examples) {
  public static final Faults NONE = new Faults(0, 0, 0, 0, 0, List.of());

  /** The sum of both. Messages of this one come first. */
  public Faults plus(Faults more) {
    return new Faults(
        errors + more.errors,
        violations + more.violations,
        staleTokens + more.staleTokens,
        lostGrants + more.lostGrants,
        stuckKeys + more.stuckKeys,
        Stream.concat(examples.stream(), more.examples.stream()).toList());
  }

  /** Whether mutual exclusion held and no lock was lost. Errors alone do not invalidate a run. */
  public boolean harmless() {
    return violations == 0 && staleTokens == 0 && lostGrants == 0 && stuckKeys == 0;
  }
}
