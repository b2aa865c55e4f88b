package io.tenure.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LatenciesTest {
  private final Latencies latencies = new Latencies();

  @Test
  void percentilesAreInMilliseconds() {
    for (int millis = 1; millis <= 100; millis++) {
      latencies.record(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    assertThat(latencies.count()).isEqualTo(100);
    assertThat(latencies.percentileMillis(50)).isCloseTo(50, within(0.1));
    assertThat(latencies.percentileMillis(99)).isCloseTo(99, within(0.2));
    assertThat(latencies.maxMillis()).isCloseTo(100, within(0.2));
  }

  @Test
  void whatIsOutOfRangeIsRecordedAtTheEdge() {
    latencies.record(-1);
    latencies.record(Long.MAX_VALUE);

    assertThat(latencies.count()).isEqualTo(2);
    assertThat(latencies.percentileMillis(50)).isLessThan(0.002);
    assertThat(latencies.maxMillis()).isCloseTo(600_000, within(1_000.0));
  }

  @Test
  void nothingRecordedIsZero() {
    assertThat(latencies.percentileMillis(99)).isZero();
    assertThat(latencies.maxMillis()).isZero();
  }
}
