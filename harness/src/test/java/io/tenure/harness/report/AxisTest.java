package io.tenure.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.harness.report.Axis.Tick;
import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void powersOfTenEncloseTheValues() {
    assertThat(Axis.powers(20, 3_000, Double::toString))
        .extracting(Tick::label)
        .containsExactly("10.0", "100.0", "1000.0", "10000.0");
    assertThat(Axis.powers(10, 1_000, Double::toString)).hasSize(3);
  }

  @Test
  void roundStepsFromZeroEncloseTheValues() {
    assertThat(Axis.fromZero(7.3, Double::toString))
        .extracting(Tick::value)
        .containsExactly(0.0, 2.0, 4.0, 6.0, 8.0);
  }

  @Test
  void equalRatiosAreEquallyFarApart() {
    Axis axis = new Axis("", Axis.powers(1, 100, Double::toString), true, 0, 200);

    assertThat(axis.at(1)).isZero();
    assertThat(axis.at(10)).isEqualTo(100);
    assertThat(axis.at(100)).isEqualTo(200);
  }
}
