package io.tenure.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BackoffTest {
  @Test
  void limitDoublesUpToTheMaximum() {
    Backoff backoff = new Backoff(10, 35);

    assertThat(backoff.nextWithHalfJitter()).isBetween(5L, 10L);
    assertThat(backoff.nextWithHalfJitter()).isBetween(10L, 20L);
    assertThat(backoff.nextWithHalfJitter()).isBetween(17L, 35L);
    assertThat(backoff.nextWithHalfJitter()).isBetween(17L, 35L);
  }

  @Test
  void fullJitterStartsAtZero() {
    Backoff backoff = new Backoff(1, 1);

    long least = Long.MAX_VALUE;
    for (int i = 0; i < 100; i++) {
      least = Math.min(least, backoff.nextWithFullJitter());
    }

    assertThat(least).isZero();
  }

  @Test
  void successStartsAgainWithTheFirstPause() {
    Backoff backoff = new Backoff(10, 1_000);
    for (int i = 0; i < 5; i++) {
      assertThat(backoff.nextWithFullJitter()).isNotNegative();
    }

    backoff.reset();

    assertThat(backoff.nextWithFullJitter()).isBetween(0L, 10L);
  }
}
