package io.tenure.compare.driver.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExclusionMonitorTest {
  private final FaultCounter faults = new FaultCounter();
  private final ExclusionMonitor monitor = new ExclusionMonitor("/k", true, faults);

  @Test
  void holdersOneAfterTheOtherAreNoFault() {
    monitor.enter(true, 1);
    monitor.leave(true);
    monitor.enter(false, 2);
    monitor.enter(false, 3);
    monitor.leave(false);
    monitor.leave(false);
    monitor.enter(true, 4);

    assertThat(faults.faults().harmless()).isTrue();
  }

  @Test
  void twoExclusiveHoldersAreAViolation() {
    monitor.enter(true, 1);
    monitor.enter(true, 2);

    assertThat(faults.faults().violations()).isEqualTo(1);
    assertThat(faults.faults().examples())
        .containsExactly("/k: granted exclusive while held by 1 exclusive and 0 shared holders");
  }

  @Test
  void sharedGrantBesideAnExclusiveHolderIsAViolation() {
    monitor.enter(true, 1);
    monitor.enter(false, 2);

    assertThat(faults.faults().violations()).isEqualTo(1);
  }

  @Test
  void exclusiveGrantBesideASharedHolderIsAViolation() {
    monitor.enter(false, 1);
    monitor.enter(true, 2);

    assertThat(faults.faults().violations()).isEqualTo(1);
  }

  @Test
  void tokenThatDoesNotGrowIsStale() {
    monitor.enter(true, 5);
    monitor.leave(true);
    monitor.enter(true, 5);

    assertThat(faults.faults().staleTokens()).isEqualTo(1);
  }

  @Test
  void sharedHoldersMayLearnOfTheirGrantsInAnyOrder() {
    monitor.enter(true, 1);
    monitor.leave(true);
    monitor.enter(false, 3);
    monitor.enter(false, 2);

    assertThat(faults.faults().staleTokens()).isZero();
  }

  @Test
  void tokensOfASystemWithoutTokensAreNotCompared() {
    ExclusionMonitor without = new ExclusionMonitor("/k", false, faults);

    without.enter(true, 0);
    without.leave(true);
    without.enter(true, 0);

    assertThat(faults.faults().harmless()).isTrue();
  }
}
