package io.tenure.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MemoryPlanTest {
  private static final long MIB = 1 << 20;

  @Test
  void heapIsDividedAmongTheShards() throws StartRefusedException {
    MemoryPlan one = MemoryPlan.of(512 * MIB, 1, Optional.empty());
    MemoryPlan four = MemoryPlan.of(512 * MIB, 4, Optional.empty());

    assertThat(one).isEqualTo(new MemoryPlan(192 * MIB, 64 * MIB, 16 * MIB, 32 * MIB));
    assertThat(four).isEqualTo(new MemoryPlan(48 * MIB, 16 * MIB, 4 * MIB, 32 * MIB));
  }

  @Test
  void memoryForTheStateCanBeSet() throws StartRefusedException {
    MemoryPlan plan = MemoryPlan.of(512 * MIB, 2, Optional.of(100 * MIB));

    assertThat(plan.stateBytes()).isEqualTo(50 * MIB);
  }

  @Test
  void heapThatCannotCarryTheStateIsRefusedWithWhatToSet() {
    assertThatThrownBy(() -> MemoryPlan.of(512 * MIB, 1, Optional.of(300 * MIB)))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(
            "state-memory: 300MiB (expected: 16MiB for 1 shard(s) to 256MiB, half of the heap of"
                + " 512MiB; change it or start the JVM with a larger -Xmx)");
    assertThatThrownBy(() -> MemoryPlan.of(512 * MIB, 16, Optional.of(100 * MIB)))
        .hasMessageStartingWith("state-memory: 100MiB (expected: 256MiB for 16 shard(s) to 256MiB");
  }

  @Test
  void tooSmallHeapIsRefusedWithWhatToSet() {
    assertThatThrownBy(() -> MemoryPlan.of(100 * MIB, 3, Optional.empty()))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(
            "heap: 100MiB (expected: at least 128MiB for 3 shard(s); start the JVM with a larger"
                + " -Xmx)");
  }
}
