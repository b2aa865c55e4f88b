package io.tenure.compare.result;

import java.util.List;

/**
 * What went wrong in a run.
 *
 * @param errors calls that failed without anything being lost
 * @param violations grants to a worker while another one that it excludes was inside
 * @param staleTokens grants whose token was not greater than those before
 * @param lostGrants releases of what turned out not to be held any more
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

  /** Whether the locks were locks. Errors alone do not make them worthless. */
  public boolean harmless() {
    return violations == 0 && staleTokens == 0 && lostGrants == 0 && stuckKeys == 0;
  }
}
