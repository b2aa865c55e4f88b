package io.tenure.server.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class BatchDelayTest {
  private static final long COMMIT_NANOS = 1_000_000;

  private final List<Long> waits = new ArrayList<>();
  private final List<Runnable> alarms = new ArrayList<>();
  private int looks;
  private final BatchDelay gathering =
      new BatchDelay(
          100,
          (nanos, action) -> {
            waits.add(nanos);
            alarms.add(action);
          },
          () -> looks++);

  private void waitInVain() {
    gathering.begin(40, 0, COMMIT_NANOS);
    assertThat(gathering.holdsBack(1)).isTrue();
    alarms.get(alarms.size() - 1).run();
    assertThat(gathering.holdsBack(1)).isFalse();
  }

  @Test
  void afterAFewAnswersNothingWaits() {
    gathering.begin(BatchDelay.WORTH_IT - 1, 0, COMMIT_NANOS);

    assertThat(gathering.holdsBack(1)).isFalse();
    assertThat(alarms).isEmpty();
  }

  @Test
  void waitsForMostOfThoseWhoWereAnswered() {
    gathering.begin(40, 10, COMMIT_NANOS);

    assertThat(gathering.holdsBack(44)).isTrue();
    assertThat(gathering.holdsBack(45)).isFalse();
    assertThat(gathering.holdsBack(1)).as("once it is complete").isFalse();
  }

  @Test
  void doesNotWaitForMoreThanABatchTakes() {
    gathering.begin(400, 10, COMMIT_NANOS);

    assertThat(gathering.holdsBack(99)).isTrue();
    assertThat(gathering.holdsBack(100)).isFalse();
  }

  @Test
  void waitsForAsLongAsACommitTakesAndNeverLong() {
    gathering.begin(40, 0, COMMIT_NANOS);
    gathering.holdsBack(40);
    gathering.begin(40, 0, 60_000_000_000L);

    assertThat(waits).containsExactly(COMMIT_NANOS, 5_000_000L);
  }

  @Test
  void waitsLongerForMany() {
    gathering.begin(90, 0, COMMIT_NANOS);

    assertThat(waits).containsExactly(1_800_000L);
  }

  @Test
  void aWaitForWhichHalfOfThemCameWasNotInVain() {
    gathering.begin(40, 0, COMMIT_NANOS);
    assertThat(gathering.holdsBack(20)).isTrue();
    alarms.get(0).run();
    assertThat(gathering.holdsBack(20)).isFalse();

    gathering.begin(40, 0, COMMIT_NANOS);

    assertThat(gathering.holdsBack(20)).isTrue();
  }

  @Test
  void whenTheTimeIsOverItLooksAndHoldsNothingBack() {
    gathering.begin(40, 0, COMMIT_NANOS);

    alarms.get(0).run();

    assertThat(looks).isEqualTo(1);
    assertThat(gathering.holdsBack(1)).isFalse();
  }

  @Test
  void anAlarmThatComesLateDoesNotEndTheNextWait() {
    gathering.begin(40, 0, COMMIT_NANOS);
    gathering.holdsBack(40);
    gathering.begin(40, 0, COMMIT_NANOS);

    alarms.get(0).run();

    assertThat(gathering.holdsBack(1)).isTrue();
  }

  @Test
  void afterAWaitInVainItWaitsLessOften() {
    waitInVain();
    for (int i = 0; i < 2; i++) {
      gathering.begin(40, 0, COMMIT_NANOS);
      assertThat(gathering.holdsBack(1)).isFalse();
    }
    waitInVain();
    for (int i = 0; i < 4; i++) {
      gathering.begin(40, 0, COMMIT_NANOS);
      assertThat(gathering.holdsBack(1)).isFalse();
    }

    gathering.begin(40, 0, COMMIT_NANOS);
    assertThat(gathering.holdsBack(1)).as("tries again").isTrue();
  }

  @Test
  void doesNotWaitIfNobodyWouldEndIt() {
    BatchDelay stopping =
        new BatchDelay(
            100,
            (nanos, action) -> {
              throw new RejectedExecutionException("stopping");
            },
            () -> looks++);

    stopping.begin(40, 0, COMMIT_NANOS);

    assertThat(stopping.holdsBack(1)).isFalse();
  }
}
