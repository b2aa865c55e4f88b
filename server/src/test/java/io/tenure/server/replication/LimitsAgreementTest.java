package io.tenure.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LimitsAgreementTest {
  @Test
  void smallestMemoryOfAllMembersCounts() {
    assertThat(LimitsAgreement.agreed(300, 300, List.of(200L, 400L))).isEqualTo(200);
    assertThat(LimitsAgreement.agreed(100, 100, List.of(200L, 400L))).isEqualTo(100);
    assertThat(LimitsAgreement.agreed(100, 100, List.of())).isEqualTo(100);
  }

  @Test
  void limitsAreRaisedOnlyWhenEveryMemberHasAnswered() {
    assertThat(LimitsAgreement.agreed(300, 200, List.of(0L, 400L))).isEqualTo(200);
    assertThat(LimitsAgreement.agreed(300, 200, List.of(300L, 400L))).isEqualTo(300);
  }

  @Test
  void limitsAreLoweredForWhoeverHasAnswered() {
    assertThat(LimitsAgreement.agreed(300, 300, List.of(0L, 100L))).isEqualTo(100);
  }
}
