package io.tenure.faults.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PacerTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final long startNanos = System.nanoTime() + SECOND;

  @Test
  void everyOperationHasItsTime() {
    Pacer pacer = new Pacer(10);
    long first = pacer.reserve(2, startNanos);
    long second = pacer.reserve(1, startNanos);

    // What was not used before is made up for: two operations' time.
    assertThat(first).isZero();
    assertThat(second).isZero();
    assertThat(pacer.reserve(1, startNanos)).isEqualTo(SECOND / 10);
    assertThat(pacer.reserve(1, startNanos)).isEqualTo(2 * SECOND / 10);
  }

  @Test
  void restIsNotMadeUpForLater() {
    Pacer pacer = new Pacer(10);
    pacer.reserve(1, startNanos);

    long later = startNanos + 3_600 * SECOND;

    assertThat(pacer.reserve(3, later)).isZero();
    assertThat(pacer.reserve(1, later)).isEqualTo(SECOND / 10);
  }

  @Test
  void rateIsPositive() {
    assertThatThrownBy(() -> new Pacer(0)).hasMessage("rate: 0 (expected: 1 to 100,000)");
  }
}
