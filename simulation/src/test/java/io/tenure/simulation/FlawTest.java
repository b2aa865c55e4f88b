package io.tenure.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.simulation.check.Promise;
import io.tenure.simulation.check.PromiseBroken;
import io.tenure.simulation.cluster.Flaw;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Proof that the checker can fail Tenure: every mistake it can be made to make is noticed. */
final class FlawTest {
  private static final int SEEDS = 500;
  private static final Set<Fault> ALL_FAULTS = EnumSet.allOf(Fault.class);

  @ParameterizedTest
  @EnumSource(Flaw.class)
  void everyFlawBreaksThePromiseItIsAbout(Flaw flaw) {
    Setup setup = new Setup(SimulatedSystem.TENURE, true, faultsFor(flaw), EnumSet.of(flaw));

    Set<Promise> broken = promisesBroken(setup, promiseBrokenBy(flaw));

    assertThat(broken).contains(promiseBrokenBy(flaw));
  }

  @Test
  void withoutFencingEvenTenureCannotStopAPausedHolder() {
    Setup setup = new Setup(SimulatedSystem.TENURE, false, ALL_FAULTS, Set.of());

    Set<Promise> broken = promisesBroken(setup, Promise.MUTUAL_EXCLUSION);

    assertThat(broken).containsExactly(Promise.MUTUAL_EXCLUSION);
  }

  /** What is broken in one world after the other, up to the first in which it is the wanted one. */
  private static Set<Promise> promisesBroken(Setup setup, Promise wanted) {
    Set<Promise> broken = EnumSet.noneOf(Promise.class);
    for (long seed = 1; seed <= SEEDS && !broken.contains(wanted); seed++) {
      PromiseBroken inThisWorld = new RandomWorld(seed, setup).run().broken();
      if (inThisWorld != null) {
        broken.add(inThisWorld.promise());
      }
    }
    return broken;
  }

  private static Promise promiseBrokenBy(Flaw flaw) {
    return switch (flaw) {
      case RESTARTS_TOKENS -> Promise.TOKENS_GROW;
      case ANSWERS_BEFORE_COMMIT, FORGETS_DISK -> Promise.NOTHING_LOST;
      case SHORT_TERM_AT_FAILOVER, CONFIRMS_NOTHING -> Promise.NO_EARLY_EXPIRY;
      case MEASURES_FROM_ANSWER -> Promise.CLIENT_KNOWS_FIRST;
    };
  }

  /**
   * A late acknowledgement does harm only if it is the last one, so this flaw gets more of those.
   */
  private static Set<Fault> faultsFor(Flaw flaw) {
    return flaw == Flaw.MEASURES_FROM_ANSWER
        ? EnumSet.of(Fault.DELAY, Fault.CLIENT_PAUSE, Fault.NODE_ISOLATION, Fault.ONE_WAY_SILENCE)
        : ALL_FAULTS;
  }
}
