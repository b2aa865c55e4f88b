package io.tenure.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SuspendDetectorTest {
  private long nanos = -5;
  private long wallMillis = 1_700_000_000_000L;
  private final SuspendDetector detector = new SuspendDetector(nanos, wallMillis);

  /** Advances both clocks. */
  private boolean isReportedAfter(long monotonicMillis, long wallClockMillis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(monotonicMillis);
    wallMillis += wallClockMillis;
    return detector.wasSuspended(nanos, wallMillis);
  }

  @Test
  void clocksThatAgreeReportNothingHoweverLateTheyAreRead() {
    assertThat(isReportedAfter(1_000, 1_000)).isFalse();
    assertThat(isReportedAfter(3_600_000, 3_600_900)).isFalse();
  }

  @Test
  void suspendIsReportedOnce() {
    assertThat(isReportedAfter(1_000, 60_000)).isTrue();
    assertThat(isReportedAfter(1_000, 1_000)).isFalse();
    assertThat(isReportedAfter(1_000, 60_000)).isTrue();
  }

  @Test
  void shortSuspendsAddUp() {
    assertThat(isReportedAfter(1_000, 1_700)).isFalse();
    assertThat(isReportedAfter(1_000, 1_700)).isTrue();
    assertThat(isReportedAfter(1_000, 1_700)).isFalse();
  }

  @Test
  void wallClockThatIsSetBackReportsNothingAndHidesNoSuspend() {
    assertThat(isReportedAfter(1_000, -3_600_000)).isFalse();
    assertThat(isReportedAfter(1_000, 1_000)).isFalse();
    assertThat(isReportedAfter(1_000, 3_000)).isTrue();
  }

  /** The fault tests have such a variant of the client. */
  @Test
  void oneClockInPlaceOfBothReportsNothing() {
    assertThat(isReportedAfter(3_600_000, 3_600_000)).isFalse();
    assertThat(isReportedAfter(-7_200_000, -7_200_000)).isFalse();
    assertThat(isReportedAfter(7_200_000, 7_200_000)).isFalse();
  }
}
