package io.tenure.server.session;

import org.junit.jupiter.api.Test;

/**
 * Random lives of a clock, each checked after every step against a model that is too simple to be
 * wrong. A failure names its seed.
 */
class SessionClockRandomTest {
  private static final int LIVES = 400;
  private static final int STEPS = 1_500;

  @Test
  void noSessionExpiresEarlyAndNothingFalseIsSaid_1_2_3_4_5_6() {
    for (long seed = 1; seed <= LIVES; seed++) {
      RandomLife life = new RandomLife(seed);
      life.run(STEPS);
      life.end();
    }
  }
}
