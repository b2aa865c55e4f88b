package io.tenure.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Mode.Kind;
import org.junit.jupiter.api.Test;

/** What a mode may be, and which modes go together. */
final class ModeTest {

  @Test
  void semaphoreHasOneToAMillionPermits() {
    assertThat(Mode.semaphore(1).limit()).isEqualTo(1);
    assertThat(Mode.semaphore(1_000_000).limit()).isEqualTo(1_000_000);

    assertRefused(Kind.SEMAPHORE, 0, "limit: 0 (expected: 1 to 1000000)");
    assertRefused(Kind.SEMAPHORE, -1, "limit: -1 (expected: 1 to 1000000)");
    assertRefused(Kind.SEMAPHORE, 1_000_001, "limit: 1000001 (expected: 1 to 1000000)");
  }

  @Test
  void locksHaveNoLimit() {
    assertRefused(Kind.EXCLUSIVE, 1, "limit: 1 (expected: 0 for EXCLUSIVE)");
    assertRefused(Kind.SHARED, 7, "limit: 7 (expected: 0 for SHARED)");
  }

  @Test
  void exclusiveIsAtLeastAnything() {
    assertThat(Mode.EXCLUSIVE.atLeast(Mode.EXCLUSIVE)).isTrue();
    assertThat(Mode.EXCLUSIVE.atLeast(Mode.SHARED)).isTrue();
    assertThat(Mode.EXCLUSIVE.atLeast(Mode.semaphore(3))).isTrue();
  }

  @Test
  void otherModesAreAtLeastThemselvesAlone() {
    assertThat(Mode.SHARED.atLeast(Mode.SHARED)).isTrue();
    assertThat(Mode.SHARED.atLeast(Mode.EXCLUSIVE)).isFalse();
    assertThat(Mode.SHARED.atLeast(Mode.semaphore(1))).isFalse();
    assertThat(Mode.semaphore(3).atLeast(Mode.semaphore(3))).isTrue();
    assertThat(Mode.semaphore(3).atLeast(Mode.semaphore(2))).isFalse();
    assertThat(Mode.semaphore(1).atLeast(Mode.SHARED)).isFalse();
  }

  private static void assertRefused(Kind kind, int limit, String message) {
    assertThatThrownBy(() -> new Mode(kind, limit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
