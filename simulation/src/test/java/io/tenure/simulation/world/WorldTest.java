package io.tenure.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorldTest {
  private final World world = new World(1);
  private final List<String> happened = new ArrayList<>();

  @Test
  void thingsHappenInOrderOfTimeAndThenOfBeingScheduled() {
    world.at(20, () -> happened.add("late"));
    world.at(10, () -> happened.add("early"));
    world.at(10, () -> happened.add("early, scheduled later"));

    world.runUntil(100);

    assertThat(happened).containsExactly("early", "early, scheduled later", "late");
    assertThat(world.now()).isEqualTo(100);
    assertThat(world.events()).isEqualTo(3);
  }

  @Test
  void whatIsDueLaterStaysUntilItsTime() {
    world.at(11, () -> happened.add("later"));

    world.runUntil(10);
    assertThat(happened).isEmpty();

    world.runUntil(11);
    assertThat(happened).containsExactly("later");
  }

  @Test
  void aCancelledTimerNeverFires() {
    Timer timer = world.after(10, () -> happened.add("cancelled"));

    timer.cancel();
    world.runUntil(100);

    assertThat(happened).isEmpty();
    assertThat(world.events()).isZero();
  }

  @Test
  void runningStopsAsSoonAsTheConditionHolds() {
    world.at(10, () -> happened.add("one"));
    world.at(20, () -> happened.add("two"));

    boolean held = world.runUntil(100, () -> happened.size() == 1);

    assertThat(held).isTrue();
    assertThat(world.now()).isEqualTo(10);
  }

  @Test
  void theSameSeedGivesTheSameDigestAndAnotherSeedAnother() {
    assertThat(chatter(7)).isEqualTo(chatter(7));
    assertThat(chatter(7)).isNotEqualTo(chatter(8));
  }

  private static long chatter(long seed) {
    World world = new World(seed);
    TestNode one = new TestNode(world, "one");
    TestNode other = new TestNode(world, "other");
    for (int i = 0; i < 100; i++) {
      world.network().send(one, other, node -> node.hear("hello"));
    }
    world.runUntil(Time.SECOND);
    return world.digest();
  }
}
