package io.tenure.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.SetLimits;
import io.tenure.core.model.Limits;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.shard.StateUpkeep.View;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StateUpkeepTest {
  private static final long MIB = 1 << 20;
  private static final Limits OF_20 = Limits.forMemory(20 * MIB);
  private static final Limits OF_30 = Limits.forMemory(30 * MIB);
  private static final long TERM = 7;

  private final List<Command> proposed = new ArrayList<>();
  private final List<Answer> answers = new ArrayList<>();
  private final StateUpkeep upkeep = new StateUpkeep();

  private void start(long stateBytes) {
    upkeep.start(
        (term, command, answer) -> {
          assertThat(term).isEqualTo(TERM);
          proposed.add(command);
          answers.add(answer);
        },
        stateBytes);
  }

  private static View with(Limits limits) {
    return new View(limits, false);
  }

  @Test
  void newLeaderKeepsTheLimitsThatTheStateHas() {
    start(30 * MIB);

    upkeep.look(with(OF_20), TERM);

    assertThat(proposed).isEmpty();
  }

  @Test
  void leaderThatCannotCarryTheLimitsLowersThemAtOnce() {
    start(20 * MIB);

    upkeep.look(with(OF_30), TERM);

    assertThat(proposed).containsExactly(new SetLimits(OF_20));
  }

  @Test
  void limitsAreRaisedByTheAnswersOfAllMembersOnly() {
    start(30 * MIB);

    upkeep.agree(with(OF_20), TERM, List.of(40 * MIB, 0L));
    assertThat(proposed).isEmpty();
    upkeep.agree(with(OF_20), TERM, List.of(40 * MIB, 40 * MIB));

    assertThat(proposed).containsExactly(new SetLimits(OF_30));
  }

  @Test
  void oneProposalIsUnderWayAtATime() {
    start(30 * MIB);

    upkeep.agree(with(OF_20), TERM, List.of());
    upkeep.agree(with(OF_20), TERM, List.of());
    assertThat(proposed).hasSize(1);
    answers.get(0).failed(new Failure(Failure.Kind.OVERLOADED, "for a test", null));
    upkeep.agree(with(OF_20), TERM, List.of());

    assertThat(proposed).hasSize(2);
  }
}
