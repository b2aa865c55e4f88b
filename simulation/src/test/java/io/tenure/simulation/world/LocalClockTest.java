package io.tenure.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LocalClockTest {
  private final World world = new World(1);
  private final TestNode node = new TestNode(world, "node");
  private final LocalClock clock = node.clock();

  @Test
  void aFastClockGainsOnTheWorld() {
    long before = clock.monotonic();
    node.setClockRate(1.5);

    world.runUntil(Time.seconds(10));

    assertThat(clock.monotonic() - before).isEqualTo(Time.seconds(15));
    assertThat(clock.isSane()).isFalse();
  }

  @Test
  void aChangeOfRateDoesNotMoveTheReading() {
    node.setClockRate(1.5);
    world.runUntil(Time.seconds(10));
    long before = clock.monotonic();

    node.setClockRate(0.5);

    assertThat(clock.monotonic()).isEqualTo(before);
    world.runUntil(Time.seconds(20));
    assertThat(clock.monotonic() - before).isEqualTo(Time.seconds(5));
  }

  @Test
  void aJumpOfTheWallClockLeavesTheMonotonicOneAlone() {
    long monotonic = clock.monotonic();
    long wall = clock.wall();

    node.jumpWallClock(-Time.seconds(300));

    assertThat(clock.monotonic()).isEqualTo(monotonic);
    assertThat(clock.wall()).isEqualTo(wall - Time.seconds(300));
  }

  @Test
  void theReadingsOfTwoNodesHaveNothingInCommon() {
    TestNode other = new TestNode(world, "other");

    assertThat(other.clock().monotonic()).isNotEqualTo(clock.monotonic());
    assertThat(other.clock().wall()).isEqualTo(clock.wall());
  }
}
