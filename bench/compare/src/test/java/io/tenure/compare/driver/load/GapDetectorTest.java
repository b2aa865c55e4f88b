package io.tenure.compare.driver.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.compare.result.Gap;
import java.util.List;
import org.junit.jupiter.api.Test;

class GapDetectorTest {
  private static final long MILLI = 1_000_000;
  private static final long KILL = 10_000 * MILLI;

  private final GrantLog first = new GrantLog();
  private final GrantLog second = new GrantLog();
  private final GapDetector detector = new GapDetector(List.of(first, second), KILL);

  @Test
  void gapEndsWithTheGrantOfARequestSentAfterTheFailure() {
    first.add(KILL - 5 * MILLI, KILL - 2 * MILLI);
    first.add(KILL - 1 * MILLI, KILL + 20 * MILLI);
    first.add(KILL + 30 * MILLI, KILL + 300 * MILLI);
    second.add(KILL + 40 * MILLI, KILL + 400 * MILLI);

    Gap gap = detector.gap(KILL + 500 * MILLI, 3);

    assertThat(detector.over()).isTrue();
    assertThat(gap.gapMillis()).isEqualTo(300);
    assertThat(gap.everyWorkerMillis()).isEqualTo(400);
    assertThat(gap.silenceMillis()).isEqualTo(280);
    assertThat(gap.errors()).isEqualTo(3);
  }

  @Test
  void timelineBeginsOneSecondBeforeTheFailure() {
    first.add(KILL - 1_600 * MILLI, KILL - 1_500 * MILLI);
    first.add(KILL - 20 * MILLI, KILL - 5 * MILLI);
    second.add(KILL - 20 * MILLI, KILL - 4 * MILLI);
    first.add(KILL + 1 * MILLI, KILL + 15 * MILLI);

    Gap gap = detector.gap(KILL + 40 * MILLI, 0);

    assertThat(gap.timeline().killBucket()).isEqualTo(100);
    assertThat(gap.timeline().grants()).hasSize(104);
    assertThat(gap.timeline().grants().get(99)).isEqualTo(2);
    assertThat(gap.timeline().grants().get(101)).isEqualTo(1);
    assertThat(gap.timeline().grants().get(0)).isZero();
  }

  @Test
  void gapThatDoesNotEndIsAtLeastAsLongAsItWasObserved() {
    first.add(KILL - 20 * MILLI, KILL - 10 * MILLI);

    Gap gap = detector.gap(KILL + 2_000 * MILLI, 0);

    assertThat(detector.over()).isFalse();
    assertThat(gap.gapMillis()).isNull();
    assertThat(gap.leastGapMillis()).isEqualTo(2_000);
    assertThat(gap.silenceMillis()).isEqualTo(2_010);
  }
}
