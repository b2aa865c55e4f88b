package io.tenure.compare.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuardTest {
  private final Tally tally = new Tally();
  private final Guard guard = new Guard("/k", true, tally);

  @Test
  void oneAfterTheOtherIsFine() {
    guard.enter(true, 1);
    guard.leave(true);
    guard.enter(false, 2);
    guard.enter(false, 3);
    guard.leave(false);
    guard.leave(false);
    guard.enter(true, 4);

    assertThat(tally.faults().harmless()).isTrue();
  }

  @Test
  void twoWritersAreAViolation() {
    guard.enter(true, 1);
    guard.enter(true, 2);

    assertThat(tally.faults().violations()).isEqualTo(1);
    assertThat(tally.faults().examples())
        .containsExactly("/k: granted exclusively while 1 writers and 0 readers were inside");
  }

  @Test
  void aReaderBesideAWriterIsAViolation() {
    guard.enter(true, 1);
    guard.enter(false, 2);

    assertThat(tally.faults().violations()).isEqualTo(1);
  }

  @Test
  void aWriterBesideAReaderIsAViolation() {
    guard.enter(false, 1);
    guard.enter(true, 2);

    assertThat(tally.faults().violations()).isEqualTo(1);
  }

  @Test
  void aTokenThatDoesNotGrowIsStale() {
    guard.enter(true, 5);
    guard.leave(true);
    guard.enter(true, 5);

    assertThat(tally.faults().staleTokens()).isEqualTo(1);
  }

  @Test
  void readersMayLearnOfTheirGrantsInAnyOrder() {
    guard.enter(true, 1);
    guard.leave(true);
    guard.enter(false, 3);
    guard.enter(false, 2);

    assertThat(tally.faults().staleTokens()).isZero();
  }

  @Test
  void tokensAreNotComparedWhereThereAreNone() {
    Guard without = new Guard("/k", false, tally);

    without.enter(true, 0);
    without.leave(true);
    without.enter(true, 0);

    assertThat(tally.faults().harmless()).isTrue();
  }
}
