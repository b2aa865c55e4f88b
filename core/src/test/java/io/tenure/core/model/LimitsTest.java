package io.tenure.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class LimitsTest {
  @Test
  void limitsForAnAmountOfMemoryTakeNoMore() {
    for (long bytes = Limits.MIN_MEMORY; bytes <= 16L << 30; bytes += bytes / 3) {
      assertThat(Limits.forMemory(bytes).memory()).isBetween(bytes * 7 / 10, bytes);
    }
  }

  @Test
  void tooLittleMemoryIsRefused() {
    assertThatThrownBy(() -> Limits.forMemory(Limits.MIN_MEMORY - 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: 16777215 bytes (expected: 16777216 or more)");
  }

  @Test
  void countsOfSessionsStayWithinTheDefault() {
    assertThat(Limits.forMemory(64L << 30).sessions()).isEqualTo(Limits.DEFAULT.sessions());
  }

  @Test
  void memoryOfTheSmallerLimitsIsThatOfBoth() {
    Limits small = Limits.forMemory(20 << 20);
    Limits large = Limits.forMemory(30 << 20);

    assertThat(large.withinMemoryOf(small)).isEqualTo(small);
    assertThat(small.withinMemoryOf(large)).isEqualTo(small);
    assertThat(small.isWithinMemoryOf(large)).isTrue();
    assertThat(large.isWithinMemoryOf(small)).isFalse();
  }
}
