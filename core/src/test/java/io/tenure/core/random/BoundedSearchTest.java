package io.tenure.core.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.Applied;
import io.tenure.core.DeadlockLimits;
import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.random.check.Findings;
import io.tenure.core.random.check.Replicas;
import io.tenure.core.random.naive.NaiveModel;
import org.junit.jupiter.api.Test;

/**
 * A search for a deadlock that gives up must do so on every replica or on none. When it does is not
 * for the model to say, which only invents the commands here: the replicas are compared with each
 * other.
 */
class BoundedSearchTest {
  private static final int SCRIPTS = 400;

  @Test
  void replicasGiveUpTogether() {
    int givenUp = 0;
    for (long seed = 1; seed <= SCRIPTS; seed++) {
      givenUp += run(seed, (int) (1 + seed % 30));
    }

    assertThat(givenUp).isGreaterThan(SCRIPTS / 4);
  }

  private static int run(long seed, int deadlockSteps) {
    Script script = Script.of(seed);
    Limits limits = DeadlockLimits.of(script.limits(), deadlockSteps);
    NaiveModel model = new NaiveModel(limits);
    ScriptWriter writer = new ScriptWriter(script.profile(), model);
    LockState core = new LockState(limits);
    Replicas replicas = new Replicas(limits);
    Findings findings = new Findings();
    int givenUp = 0;
    for (Script.Intention intention : script.intentions()) {
      Command command = writer.write(intention);
      Applied applied = core.apply(command);
      writer.observe(model.apply(command, applied.outcome()).events());
      replicas.apply(command, applied, findings);
      if (intention.restores()) {
        replicas.restore(findings);
      }
      givenUp += isGivingUp(applied.outcome()) ? 1 : 0;
    }
    replicas.compareBytes(core, findings);
    assertThat(findings.all()).as("seed %d, %d steps", seed, deadlockSteps).isEmpty();
    return givenUp;
  }

  private static boolean isGivingUp(Outcome outcome) {
    return outcome instanceof Outcome.LimitReached reached
        && reached.limit() == Limit.DEADLOCK_STEPS;
  }
}
