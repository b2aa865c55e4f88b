package io.tenure.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void numbersHaveThreeDigitsOrMore() {
    assertThat(Figures.number(1_234.4)).isEqualTo("1,234");
    assertThat(Figures.number(99.96)).isEqualTo("100");
    assertThat(Figures.number(12.34)).isEqualTo("12.3");
    assertThat(Figures.number(0.091)).isEqualTo("0.09");
    assertThat(Figures.number(0)).isEqualTo("0");
  }

  @Test
  void timesHaveTheUnitThatFits() {
    assertThat(Figures.micros(850)).isEqualTo("850 µs");
    assertThat(Figures.micros(1_230)).isEqualTo("1.23 ms");
    assertThat(Figures.millis(2_100)).isEqualTo("2.10 s");
  }

  @Test
  void gapWithoutAnEndIsLongerThanTheLimit() {
    assertThat(Figures.gap(210)).isEqualTo("210 ms");
    assertThat(Figures.gap(31_500)).isEqualTo("> 30 s");
  }

  @Test
  void longTimesAreRounded() {
    assertThat(Figures.time(40)).isEqualTo("40 s");
    assertThat(Figures.time(720)).isEqualTo("12 min");
    assertThat(Figures.time(6_600)).isEqualTo("1 h 50 min");
    assertThat(Figures.time(7_200)).isEqualTo("2 h");
  }
}
