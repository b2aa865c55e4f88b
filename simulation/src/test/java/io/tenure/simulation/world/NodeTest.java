package io.tenure.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NodeTest {
  private final World world = new World(1);
  private final TestNode node = new TestNode(world, "node");
  private final TestNode other = new TestNode(world, "other");

  @Test
  void aCrashedNodeLosesItsTimersForEver() {
    node.after(Time.SECOND, () -> node.hear("timer"));

    node.crash();
    node.start();
    world.runUntil(Time.seconds(2));

    assertThat(node.heard()).isEmpty();
  }

  @Test
  void aMessageToACrashedNodeIsLost() {
    node.crash();
    world.network().send(other, node, n -> n.hear("message"));
    world.runUntil(Time.SECOND);
    node.start();
    world.runUntil(Time.seconds(2));

    assertThat(node.heard()).isEmpty();
  }

  @Test
  void aPausedNodeDoesEverythingLateAndInTheOrderInWhichItWasDue() {
    node.after(Time.millis(20), () -> node.hear("second"));
    node.after(Time.millis(10), () -> node.hear("first"));
    node.after(Time.millis(30), () -> node.hear("third"));

    node.pause();
    world.runUntil(Time.SECOND);
    assertThat(node.heard()).isEmpty();

    node.resume();
    assertThat(node.heard()).containsExactly("first", "second", "third");
    assertThat(world.now()).isEqualTo(Time.SECOND);
  }

  @Test
  void aMessageToAPausedNodeIsFoundWhenItResumes() {
    node.pause();
    world.network().send(other, node, n -> n.hear("message"));
    world.runUntil(Time.SECOND);

    node.resume();

    assertThat(node.heard()).containsExactly("message");
  }

  @Test
  void aNodeThatCrashesWhilePausedForgetsWhatWasWaiting() {
    node.after(Time.millis(10), () -> node.hear("timer"));
    node.pause();
    world.runUntil(Time.SECOND);

    node.crash();
    node.start();
    world.runUntil(Time.seconds(2));

    assertThat(node.heard()).isEmpty();
  }

  @Test
  void timersAreMeasuredOnTheNodesOwnClock() {
    node.setClockRate(2);
    node.after(Time.SECOND, () -> node.hear("timer"));

    world.runUntil(Time.millis(499));
    assertThat(node.heard()).isEmpty();

    world.runUntil(Time.millis(501));
    assertThat(node.heard()).containsExactly("timer");
  }

  @Test
  void aTimerIsNeverDueBeforeTheClockHasMovedSoFar() {
    for (double rate : new double[] {0.3, 0.995, 1, 1.005, 2.7}) {
      node.setClockRate(rate);
      long due = node.clock().monotonic() + 1_234_567;
      node.after(1_234_567, () -> assertThat(node.clock().monotonic()).isGreaterThanOrEqualTo(due));
      world.runUntil(world.now() + Time.SECOND);
    }
  }
}
