package io.tenure.simulation;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * What to explore.
 *
 * @param firstSeed the first of the seeds, each of which is a world
 * @param lastSeed the last one, included
 * @param fencing whether Tenure's resources check the token
 * @param nanoClock a real clock, for how often to print and for the events per second
 * @param stop asked after every seed; true ends the exploration early
 */
public record ExploreOptions(
    SimulatedSystem system,
    long firstSeed,
    long lastSeed,
    boolean fencing,
    LongSupplier nanoClock,
    BooleanSupplier stop) {
  public ExploreOptions {
    if (firstSeed > lastSeed) {
      throw new IllegalArgumentException(
          "seeds: " + firstSeed + ".." + lastSeed + " (expected: first..last)");
    }
  }

  long seeds() {
    return lastSeed - firstSeed + 1;
  }

  /** The command that explores this one seed. */
  String replay(long seed) {
    return "./tenure simulate --explore"
        + (system == SimulatedSystem.TENURE ? "" : " --system " + system)
        + (fencing ? "" : " --no-fencing")
        + " --seeds "
        + seed
        + ".."
        + seed;
  }
}
