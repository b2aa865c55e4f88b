package io.tenure.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class NetworkTest {
  private final World world = new World(1);
  private final Network network = world.network();
  private final TestNode one = new TestNode(world, "one");
  private final TestNode two = new TestNode(world, "two");
  private final TestNode three = new TestNode(world, "three");

  @Test
  void aMessageTakesTime() {
    network.send(one, two, node -> node.hear("hello"));
    assertThat(two.heard()).isEmpty();

    world.runUntil(Time.SECOND);
    assertThat(two.heard()).containsExactly("hello");
  }

  @Test
  void messagesOvertakeEachOther() {
    for (int i = 10; i < 60; i++) {
      String number = String.valueOf(i);
      network.send(one, two, node -> node.hear(number));
    }
    world.runUntil(Time.SECOND);

    assertThat(two.heard()).hasSize(50).isNotEqualTo(two.heard().stream().sorted().toList());
  }

  @Test
  void aSplitCutsBothWaysAndNobodyElse() {
    network.split(List.of(one), List.of(two));

    talkAmongEverybody();

    assertThat(one.heard()).containsExactly("three");
    assertThat(two.heard()).containsExactly("three");
    assertThat(three.heard()).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void silenceCutsOneWayOnly() {
    network.silence(List.of(one), List.of(two, three));

    talkAmongEverybody();

    assertThat(one.heard()).containsExactlyInAnyOrder("two", "three");
    assertThat(two.heard()).containsExactly("three");
    assertThat(three.heard()).containsExactly("two");
  }

  @Test
  void anIsolatedNodeReachesNobody() {
    network.isolate(two);

    talkAmongEverybody();

    assertThat(one.heard()).containsExactly("three");
    assertThat(two.heard()).isEmpty();
    assertThat(three.heard()).containsExactly("one");
  }

  @Test
  void aLinkWorksAgainWhenItsLastCutIsHealed() {
    Cut first = network.split(List.of(one), List.of(two));
    Cut second = network.isolate(one);

    first.heal();
    assertThat(network.isCut(one, two)).isTrue();

    second.heal();
    assertThat(network.isCut(one, two)).isFalse();
  }

  @Test
  void lossAndDuplicationHappenAsOftenAsTheWeatherSays() {
    network.setWeather(NetworkConditions.CALM.withLoss(1));
    network.send(one, two, node -> node.hear("lost"));
    network.setWeather(NetworkConditions.CALM.withDuplication(1));
    network.send(one, two, node -> node.hear("twice"));

    world.runUntil(Time.SECOND);

    assertThat(two.heard()).containsExactly("twice", "twice");
  }

  private void talkAmongEverybody() {
    List<TestNode> everybody = List.of(one, two, three);
    for (TestNode from : everybody) {
      for (TestNode to : everybody) {
        if (from != to) {
          network.send(from, to, node -> node.hear(from.name()));
        }
      }
    }
    world.runUntil(Time.SECOND);
  }
}
