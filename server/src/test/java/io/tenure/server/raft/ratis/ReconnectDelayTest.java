package io.tenure.server.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReconnectDelayTest {
  private static final Duration SHORT = Duration.ZERO;
  private static final Duration LONG = Duration.ofMinutes(1);

  private final ReconnectDelay longest = new ReconnectDelay(bound -> bound - 1);

  @Test
  void lineThatLastedIsConnectedAgainAtOnce() {
    assertThat(longest.whenEnded(LONG)).isZero();
    assertThat(longest.whenEnded(LONG)).isZero();
  }

  @Test
  void firstLineThatDoesNotLastIsConnectedAgainAtOnce() {
    assertThat(longest.whenEnded(SHORT)).isZero();
  }

  @Test
  void linesThatDoNotLastWaitLongerAndLongerUpToASecond() {
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      delays.add(longest.whenEnded(SHORT));
    }

    assertThat(delays).startsWith(0L, 4L, 8L, 16L, 32L).endsWith(512L, 1_000L, 1_000L, 1_000L);
  }

  @Test
  void delayIsRandomBelowTheLimit() {
    ReconnectDelay shortest = new ReconnectDelay(bound -> 0);
    for (int i = 0; i < 12; i++) {
      long delay = shortest.whenEnded(SHORT);

      assertThat(delay).isEqualTo(i == 0 ? 0 : 1);
    }
  }

  @Test
  void lineThatLastedEndsTheWaiting() {
    for (int i = 0; i < 12; i++) {
      long unused = longest.whenEnded(SHORT);
    }

    assertThat(longest.whenEnded(LONG)).isZero();
    assertThat(longest.whenEnded(SHORT)).isZero();
    assertThat(longest.whenEnded(SHORT)).isEqualTo(4);
  }

  @Test
  void attemptsThatFailAreSpreadAroundAQuarterOfASecond() {
    assertThat(new ReconnectDelay(bound -> 0).whenNotConnected()).isEqualTo(125);
    assertThat(longest.whenNotConnected()).isEqualTo(374);
  }
}
