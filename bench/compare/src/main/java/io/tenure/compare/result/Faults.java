package io.tenure.compare.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * What went wrong in a run.
 *
 * @param errors calls that failed without anything being lost
 * @param violations grants to a worker while another one that it excludes was inside
 * @param staleTokens grants whose token was not greater than those before
 * @param lostGrants grants that were gone before their release, by its failure or by what the
 *     service says
 * @param stuckKeys keys that could not be had again after the run
 * @param examples some of these in words
 */
public record Faults(
    long errors,
    long violations,
    long staleTokens,
    long lostGrants,
    long stuckKeys,
    List<String> examples) {
  public static final Faults NONE = new Faults(0, 0, 0, 0, 0, List.of());

  /** Both together; examples of this come first. */
  public Faults plus(Faults more) {
    return new Faults(
        errors + more.errors,
        violations + more.violations,
        staleTokens + more.staleTokens,
        lostGrants + more.lostGrants,
        stuckKeys + more.stuckKeys,
        Stream.concat(examples.stream(), more.examples.stream()).toList());
  }

  /** Whether the locks were locks. Errors alone do not make them worthless. */
  public boolean harmless() {
    return violations == 0 && staleTokens == 0 && lostGrants == 0 && stuckKeys == 0;
  }
}
