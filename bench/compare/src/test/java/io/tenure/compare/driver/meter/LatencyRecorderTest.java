package io.tenure.compare.driver.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
  private final LatencyRecorder recorder = new LatencyRecorder();

  @Test
  void percentilesAreInMicroseconds() {
    for (int micros = 1; micros <= 100; micros++) {
      recorder.record(TimeUnit.MICROSECONDS.toNanos(10L * micros));
    }

    assertThat(recorder.latency().count()).isEqualTo(100);
    assertThat(recorder.latency().p50Micros()).isCloseTo(500, within(1.0));
    assertThat(recorder.latency().p99Micros()).isCloseTo(990, within(2.0));
    assertThat(recorder.latency().maxMicros()).isCloseTo(1_000, within(2.0));
  }

  @Test
  void valueOutOfRangeIsRecordedAtTheEnd() {
    recorder.record(-1);
    recorder.record(Long.MAX_VALUE);

    assertThat(recorder.latency().count()).isEqualTo(2);
    assertThat(recorder.latency().p50Micros()).isLessThan(2);
    assertThat(recorder.latency().maxMicros()).isCloseTo(600e6, within(1e6));
  }

  @Test
  void nothingRecordedIsZero() {
    assertThat(recorder.latency().p99Micros()).isZero();
    assertThat(recorder.latency().maxMicros()).isZero();
  }
}
