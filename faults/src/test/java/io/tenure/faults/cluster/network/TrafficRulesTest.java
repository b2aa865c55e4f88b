package io.tenure.faults.cluster.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** That the kernel understands it is for {@link NetworkTest}. */
final class TrafficRulesTest {
  private static final LinkState SOUND = LinkState.SOUND;
  private static final Link LINK = new Link(1, 2);

  private final TrafficRules plain = new TrafficRules(new Subnet(19, 7), 3, false);
  private final TrafficRules exact = new TrafficRules(new Subnet(19, 7), 3, true);

  @Test
  void secondCutAndItsMendingChangeNothing() {
    LinkState once = SOUND.cut();
    LinkState twice = once.cut();

    assertThat(plain.change(LINK, SOUND, once))
        .containsExactly("qdisc replace dev p2 parent 1:2 handle 101: blackhole");
    assertThat(plain.change(LINK, once, twice)).isEmpty();
    assertThat(plain.change(LINK, twice, twice.mended())).isEmpty();
    assertThat(plain.change(LINK, once, once.mended()))
        .containsExactly("qdisc del dev p2 parent 1:2");
    assertThat(SOUND.mended()).isEqualTo(SOUND);
  }

  @Test
  void delayedLinkThatIsCutIsDelayedAgainWhenMended() {
    LinkState delayed = SOUND.delayed(50);

    assertThat(exact.change(LINK, SOUND, delayed))
        .containsExactly(
            "qdisc replace dev p2 parent 1:2 handle 201: netem delay 50ms 10ms limit 10000");
    assertThat(exact.change(LINK, delayed, delayed.cut()))
        .containsExactly("qdisc replace dev p2 parent 1:2 handle 101: blackhole");
    assertThat(exact.change(LINK, delayed.cut(), delayed))
        .containsExactly(
            "qdisc replace dev p2 parent 1:2 handle 201: netem delay 50ms 10ms limit 10000");
    assertThat(exact.change(LINK, delayed.cut(), SOUND.cut())).isEmpty();
    assertThat(exact.change(LINK, delayed, SOUND)).containsExactly("qdisc del dev p2 parent 1:2");
  }

  @Test
  void linkThatCannotBeDelayedIsThrottled() {
    assertThat(plain.change(LINK, SOUND, SOUND.delayed(20)))
        .containsExactly(
            "class change dev p2 parent 1: classid 1:2 htb rate 600kbit ceil 600kbit burst 1600"
                + " cburst 1600 quantum 1600");
    assertThat(plain.change(LINK, SOUND.delayed(20), SOUND))
        .singleElement()
        .asString()
        .contains("rate 10gbit");
  }

  @Test
  void otherShareOfLossReplacesTheOldOne() {
    assertThat(plain.change(LINK, SOUND.losing(10), SOUND.losing(20)))
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo("filter del dev p2 parent 1: pref 11"),
            second ->
                assertThat(second)
                    .startsWith("filter add dev p2 parent 1: protocol ip pref 11 bpf bytecode")
                    .endsWith("flowid 1:fff"));
  }
}
