package io.tenure.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SeedRangeTest {
  @Test
  void readsARangeOrASingleSeed() {
    assertThat(SeedRange.parse("1..1000")).isEqualTo(new SeedRange(1, 1000));
    assertThat(SeedRange.parse("17")).isEqualTo(new SeedRange(17, 17));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "9..3", "0", "-1..3", "1..", "..3", "1...3", "1-3", "99999999999999999999"})
  void refusesEverythingElse(String text) {
    assertThatThrownBy(() -> SeedRange.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("(expected: FIRST..LAST, 1 or more)");
  }
}
