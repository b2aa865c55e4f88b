package io.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GraceTest {
  @ParameterizedTest
  @CsvSource({"1000, 200, 100", "10000, 2000, 500", "30000, 6000, 1000", "600000, 10000, 1000"})
  void defaultGrowsWithTheTtlUpToALimit(long ttl, long period, long killing) {
    assertThat(Grace.of(null, Duration.ofMillis(ttl)))
        .isEqualTo(new Grace(Duration.ofMillis(period), Duration.ofMillis(killing)));
  }

  @ParameterizedTest
  @CsvSource({"1000", "3000", "10000", "600000"})
  void longestGraceIsNeededOnlyAfterAKeepAliveWasMissed(long ttl) {
    Grace longest = Grace.of(Duration.ofMillis(ttl / 3), Duration.ofMillis(ttl));
    long margin = Math.max(100, ttl / 20);
    long nextKeepAlive = ttl / 3;

    assertThat(longest.needed().toMillis()).isLessThan(ttl - margin - nextKeepAlive);
  }

  @Test
  void longerOneThanFitsIsRefused() {
    assertThatThrownBy(() -> Grace.of(Duration.ofMillis(334), Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("grace: 0.334 s (expected: 0 to 0.333 s, a third of the TTL;");
  }

  @Test
  void periodEndsBeforeTheTermDoes() {
    Grace grace = Grace.of(Duration.ofSeconds(2), Duration.ofSeconds(10));

    assertThat(grace.periodWithin(Duration.ofSeconds(5))).isEqualTo(Duration.ofSeconds(2));
    assertThat(grace.periodWithin(Duration.ofSeconds(2))).isEqualTo(Duration.ofMillis(1_500));
    assertThat(grace.periodWithin(Duration.ZERO)).isEqualTo(Duration.ZERO);
  }
}
