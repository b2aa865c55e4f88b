package io.tenure.faults.fault;

import io.tenure.faults.cluster.Clock;
import io.tenure.faults.cluster.Link;
import io.tenure.faults.cluster.Network;
import io.tenure.faults.cluster.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Wall clocks that are wrong, which must change nothing at all. */
final class Clocks {
  private static final int LEAST_MINUTES = 1;
  private static final int MOST_MINUTES = 60;
  private static final int LEAST_DRIFT_PERCENT = 5;
  private static final int MOST_DRIFT_PERCENT = 100;

  /** Longer than the TTL of any session of the clients. */
  private static final Duration EXPIRY = Duration.ofSeconds(6);

  private Clocks() {}

  static Fault jump(Scene scene, Random random) throws IOException {
    Node node = scene.any(random);
    boolean ahead = random.nextBoolean();
    int minutes = Scene.between(LEAST_MINUTES, MOST_MINUTES, random);
    clock(node).shift(Duration.ofMinutes(ahead ? minutes : -minutes));
    String what =
        "the wall clock of %s %s by %d min"
            .formatted(node.id(), ahead ? "ahead" : "behind", minutes);
    return Fault.of(what, node, () -> clock(node).shift(Duration.ZERO));
  }

  static Fault drift(Scene scene, Random random) throws IOException {
    Node node = scene.any(random);
    boolean fast = random.nextBoolean();
    int percent = Scene.between(LEAST_DRIFT_PERCENT, MOST_DRIFT_PERCENT, random);
    Clock clock = clock(node);
    long begin = System.nanoTime();
    Ongoing drifting =
        Ongoing.start(
            "drift",
            () -> {
              long gone = (System.nanoTime() - begin) / 100 * percent;
              clock.shift(Duration.ofNanos(fast ? gone : -gone));
              return Duration.ofSeconds(1);
            });
    String what =
        "the wall clock of %s %s by %d %%".formatted(node.id(), fast ? "fast" : "slow", percent);
    return Fault.of(
        what,
        node,
        () -> {
          drifting.end();
          clock.shift(Duration.ZERO);
        });
  }

  /**
   * Clients whose clocks go back, and who then hear nothing from the leader: if they believed in
   * their clocks, they would believe in what they hold long after it was taken from them. Those who
   * ask the other nodes get it.
   */
  static Fault clients(Scene scene, Random random) throws IOException, InterruptedException {
    int minutes = Scene.between(LEAST_MINUTES, MOST_MINUTES, random);
    Network network = scene.network();
    scene.workers().shiftClocks(Duration.ofMinutes(-minutes));
    Thread.sleep(Clock.NOTICED_WITHIN.toMillis());
    Node leader = scene.leader(random);
    Set<Link> links = Link.between(List.of(Network.CLIENTS), List.of(leader.number()));
    network.cut(links);
    Thread.sleep(EXPIRY.toMillis());
    String what =
        "the wall clocks of the clients behind by %d min, and %s, which leads, cut off from them"
            .formatted(minutes, leader.id());
    return Fault.of(
        what,
        List.of(),
        () -> {
          network.mend(links);
          scene.workers().shiftClocks(Duration.ZERO);
        });
  }

  private static Clock clock(Node node) throws IOException {
    return node.clock().orElseThrow(() -> new IOException(node.id() + " has no clock of its own"));
  }
}
