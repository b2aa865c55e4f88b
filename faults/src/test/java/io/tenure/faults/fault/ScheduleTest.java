package io.tenure.faults.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.faults.fault.Schedule.Pace;
import io.tenure.faults.fault.Schedule.Step;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ScheduleTest {
  private static final List<FaultKind> ALL = List.of(FaultKind.values());
  private static final Pace PACE =
      new Pace(Duration.ofSeconds(2), Duration.ofSeconds(8), 4, Duration.ofSeconds(10));

  private static List<Step> steps(long seed, int count) {
    return Stream.generate(new Schedule(seed, ALL, PACE)::next).limit(count).toList();
  }

  private static Stream<Step.Strike> strikes(List<Step> steps) {
    return steps.stream().filter(Step.Strike.class::isInstance).map(Step.Strike.class::cast);
  }

  @Test
  void sameSeedGivesTheSameSteps() {
    assertThat(steps(7, 500)).isEqualTo(steps(7, 500));
    assertThat(steps(7, 500)).isNotEqualTo(steps(8, 500));
  }

  @Test
  void calmFollowsEverySoManyFaults() {
    List<Step> steps = steps(1, 100);

    for (int i = 0; i < steps.size(); i++) {
      if (i % 5 == 4) {
        assertThat(steps.get(i)).isEqualTo(new Step.Calm(Duration.ofSeconds(10)));
      } else {
        assertThat(steps.get(i)).isInstanceOf(Step.Strike.class);
      }
    }
  }

  @Test
  void everyKindHasItsTurnBeforeAnyComesAgain() {
    List<FaultKind> first =
        strikes(steps(3, 500)).map(strike -> strike.kinds().get(0)).limit(2L * ALL.size()).toList();

    assertThat(first.subList(0, ALL.size())).containsExactlyInAnyOrderElementsOf(ALL);
    assertThat(first.subList(ALL.size(), first.size())).containsExactlyInAnyOrderElementsOf(ALL);
    assertThat(first.subList(0, ALL.size())).isNotEqualTo(first.subList(ALL.size(), first.size()));
  }

  @Test
  void holdsStayWithinThePace() {
    assertThat(strikes(steps(4, 500)))
        .allSatisfy(
            strike -> {
              assertThat(strike.holdMillis()).isBetween(2_000L, 8_000L);
              assertThat(strike.restMillis()).isBetween(0L, 2_000L);
            });
  }

  @Test
  void onlyFaultsThatDoNoMoreDamageTogetherOverlap() {
    List<Step.Strike> joined =
        strikes(steps(5, 2_000)).filter(strike -> strike.kinds().size() > 1).toList();

    assertThat(joined).hasSizeGreaterThan(100);
    Set<FaultKind> majorities =
        EnumSet.of(FaultKind.KILL_ALL, FaultKind.KILL_MAJORITY, FaultKind.PARTITION_BRIDGE);
    assertThat(joined)
        .allSatisfy(
            strike -> {
              FaultKind first = strike.kinds().get(0);
              FaultKind second = strike.kinds().get(1);
              assertThat(second.joins(first)).isTrue();
              assertThat(majorities).doesNotContain(second);
              assertThat(majorities.contains(first) && second.reach() != FaultScope.NOTHING)
                  .isFalse();
            });
    assertThat(joined)
        .anySatisfy(
            strike ->
                assertThat(strike.kinds())
                    .containsExactly(FaultKind.PARTITION_LEADER, FaultKind.KILL_ONE));
  }

  @Test
  void twoOfTheSameReachNeverMeet() {
    assertThat(FaultKind.KILL_ONE.joins(FaultKind.PAUSE_LEADER)).isFalse();
    assertThat(FaultKind.DELAY.joins(FaultKind.PARTITION_LEADER)).isFalse();
    assertThat(FaultKind.KILL_LEADER.joins(FaultKind.DELAY)).as("it chooses its own").isFalse();
    assertThat(FaultKind.KILL_ONE.joins(FaultKind.DELAY)).isTrue();
    assertThat(FaultKind.CLOCK_JUMP.joins(FaultKind.KILL_ALL)).isTrue();
  }

  @Test
  void senselessPacesAreRefused() {
    Duration second = Duration.ofSeconds(1);

    assertThatThrownBy(() -> new Pace(second.plus(second), second, 1, second))
        .hasMessageContaining("from PT2S to PT1S");
    assertThatThrownBy(() -> new Pace(second, second, 0, second))
        .hasMessageContaining("0 (expected: >= 1)");
    assertThatThrownBy(() -> new Schedule(1, List.of(), PACE)).hasMessageContaining("none");
  }
}
