package io.tenure.core.random;

import io.tenure.core.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A list of intentions that a seed stands for. Seeds below zero are long scripts. */
record Script(Profile profile, Limits limits, List<Intention> intentions) {
  private static final int SHORT_STEPS = 60;
  private static final int LONG_STEPS = 3_000;

  /**
   * One step. What it means exactly ("release the third hold") is decided when it runs, from its
   * own bits and from the state of the model, so that it still means something after other steps
   * were taken out of the script.
   */
  record Intention(StepGoal wish, long bits) {
    /** Whether the third copy of the core is replaced by what its snapshot restores. */
    boolean restores() {
      return bits >>> 60 == 0;
    }

    /** Whether the snapshots of all copies are compared. */
    boolean comparesBytes() {
      return (bits >>> 56 & 0xf) == 0;
    }
  }

  static Script of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Profile profile = Profile.of(seed);
    Limits limits = profile.limits(random);
    int steps = seed < 0 ? LONG_STEPS : SHORT_STEPS;
    List<Intention> intentions = new ArrayList<>(steps);
    for (int i = 0; i < steps; i++) {
      intentions.add(new Intention(profile.wish(random), random.nextLong()));
    }
    return new Script(profile, limits, intentions);
  }

  Script with(List<Intention> other) {
    return new Script(profile, limits, other);
  }
}
