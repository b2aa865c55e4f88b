package io.tenure.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MemoryPlanTest {
  private static final long MIB = 1 << 20;

  @Test
  void heapIsDividedAmongTheShards() throws StartRefusedException {
    MemoryPlan one = MemoryPlan.of(512 * MIB, 1, MIB, Optional.empty());
    MemoryPlan four = MemoryPlan.of(512 * MIB, 4, MIB, Optional.empty());

    assertThat(one).isEqualTo(new MemoryPlan(192 * MIB, 64 * MIB, 16 * MIB, 32 * MIB, 32 * MIB, 5));
    assertThat(four).isEqualTo(new MemoryPlan(48 * MIB, 16 * MIB, 4 * MIB, 32 * MIB, 8 * MIB, 21));
  }

  /** An eighth at least is left for the program, buffers and garbage. */
  @Test
  void partsLeaveRoomForTheRest() throws StartRefusedException {
    for (long heap = 64 * MIB; heap < 64L << 30; heap += heap / 3) {
      MemoryPlan plan = MemoryPlan.of(heap, 1, MIB, Optional.of(heap / 2));

      long listingSnapshots = plan.listingSnapshots() * plan.stateBytes() / 64;
      long planned =
          plan.stateBytes()
              + plan.historyBytes()
              + 2 * plan.queueBytes()
              + plan.inFlightBytes()
              + plan.logBytes()
              + listingSnapshots;
      assertThat(planned).isLessThanOrEqualTo(heap * 7 / 8);
    }
  }

  @Test
  void memoryForTheStateCanBeSet() throws StartRefusedException {
    MemoryPlan plan = MemoryPlan.of(512 * MIB, 2, MIB, Optional.of(100 * MIB));

    assertThat(plan.stateBytes()).isEqualTo(50 * MIB);
  }

  @Test
  void heapThatCannotCarryTheStateIsRefusedWithWhatToSet() {
    assertThatThrownBy(() -> MemoryPlan.of(512 * MIB, 1, MIB, Optional.of(300 * MIB)))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(
            "state-memory: 300MiB (expected: 16MiB for 1 shard(s) to 256MiB, half of the heap of"
                + " 512MiB; change it or start the JVM with a larger -Xmx)");
    assertThatThrownBy(() -> MemoryPlan.of(800 * MIB, 16, MIB, Optional.of(100 * MIB)))
        .hasMessageStartingWith("state-memory: 100MiB (expected: 256MiB for 16 shard(s) to 400MiB");
  }

  @Test
  void tooSmallHeapIsRefusedWithWhatToSet() {
    assertThatThrownBy(() -> MemoryPlan.of(100 * MIB, 3, MIB / 2, Optional.empty()))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(
            "heap: 100MiB (expected: at least 128MiB for 3 shard(s); start the JVM with a larger"
                + " -Xmx)");
    assertThatThrownBy(() -> MemoryPlan.of(43 * MIB, 1, MIB / 2, Optional.empty()))
        .hasMessage(
            "heap: 43MiB (expected: at least 64MiB for 1 shard(s); start the JVM with a larger"
                + " -Xmx)");
  }

  @Test
  void heapThatCannotCarryTheLogsIsRefused() throws StartRefusedException {
    assertThatThrownBy(() -> MemoryPlan.of(700 * MIB, 16, MIB, Optional.empty()))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(
            "heap: 700MiB (expected: at least 768MiB for 16 shard(s); start the JVM with a larger"
                + " -Xmx, or lower batch-bytes)");
    assertThat(MemoryPlan.of(700 * MIB, 16, MIB / 2, Optional.empty())).isNotNull();
  }
}
