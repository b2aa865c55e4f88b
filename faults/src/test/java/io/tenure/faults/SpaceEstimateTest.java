package io.tenure.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpaceEstimateTest {
  private static final long MEGABYTE = 1_000_000;
  private static final Path THERE = Path.of("/there");

  private static SpaceEstimate needs(int minutes, int nodes, int rate) {
    return SpaceEstimate.of(
        new RunPlan(
            Duration.ofMinutes(minutes),
            "all",
            1,
            nodes,
            1,
            rate,
            Scale.FULL,
            Optional.empty(),
            THERE));
  }

  @Test
  void needsGrowWithTimeAndNodesAndRate() {
    assertThat(needs(100, 3, 400).fileBytes()).isEqualTo(2_675 * MEGABYTE);
    assertThat(needs(100, 5, 400).fileBytes()).isEqualTo(4_125 * MEGABYTE);
    assertThat(needs(100, 3, 800).fileBytes()).isEqualTo(5_275 * MEGABYTE);
    assertThat(needs(100, 3, 400).heapBytes()).isEqualTo(1_700 * MEGABYTE);
  }

  @Test
  void lackOfRoomIsToldWithFigures() {
    SpaceEstimate needs = needs(100, 3, 400);

    assertThat(needs.lackOfRoom(THERE, 2_675 * MEGABYTE)).isEmpty();
    assertThat(needs.lackOfRoom(THERE, 2_674 * MEGABYTE))
        .contains(
            "disk: 2,674 MB free at /there"
                + " (expected: about 2,675 MB, for 100.0 minutes with 3 nodes)");
  }

  @Test
  void runThatNoDiskHasRoomForDoesNotBegin() {
    assertThatThrownBy(needs(1_000_000_000, 3, 400)::requireRoom)
        .isInstanceOf(IOException.class)
        .hasMessageMatching("disk: [0-9,]+ MB free at / \\(expected: about .*");
  }

  @Test
  void lackOfHeapIsToldWithFigures() {
    SpaceEstimate needs = needs(100, 3, 400);

    assertThat(needs.lackOfHeap(1_700 * MEGABYTE)).isEmpty();
    assertThat(needs.lackOfHeap(512 * MEGABYTE))
        .hasValueSatisfying(
            told -> assertThat(told).contains("512 MB at most", "about 1,700 MB", "-Xmx1700m"));
  }
}
