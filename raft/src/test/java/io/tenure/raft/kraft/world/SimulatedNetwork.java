package io.tenure.raft.kraft.world;

import java.util.Arrays;
import java.util.Random;

/** Links between nodes, each way by itself: they lose, delay, repeat and reorder, or are cut. */
final class SimulatedNetwork {
  /** How a world's links behave; delays in microseconds. */
  record Quality(long delay, long jitter, double loss, double repeat) {}

  private final Timeline timeline;
  private final Quality quality;
  private final Random[][] randoms;
  private final boolean[][] cut;
  private boolean faultless;

  SimulatedNetwork(Timeline timeline, Quality quality, int nodes, long seed) {
    this.timeline = timeline;
    this.quality = quality;
    this.randoms = new Random[nodes + 1][nodes + 1];
    this.cut = new boolean[nodes + 1][nodes + 1];
    for (int from = 0; from <= nodes; from++) {
      for (int to = 0; to <= nodes; to++) {
        // By link, so that what one link does never changes what happens on another.
        randoms[from][to] = new Random(seed * 31 + from * 64L + to);
      }
    }
  }

  void cut(int from, int to) {
    cut[from][to] = true;
  }

  void mendAll() {
    for (boolean[] links : cut) {
      Arrays.fill(links, false);
    }
  }

  /** From now on nothing is lost or repeated. */
  void becomeFaultless() {
    mendAll();
    faultless = true;
  }

  void send(int from, int to, Runnable arrival) {
    Random random = randoms[from][to];
    boolean lost = random.nextDouble() < quality.loss();
    boolean repeated = random.nextDouble() < quality.repeat();
    long delay = delay(random);
    long again = delay(random) * 3;
    if (cut[from][to] || (lost && !faultless)) {
      return;
    }
    timeline.after(delay, arrival);
    if (repeated && !faultless) {
      timeline.after(again, arrival);
    }
  }

  private long delay(Random random) {
    long jitter = (long) (random.nextDouble() * random.nextDouble() * quality.jitter());
    return quality.delay() + jitter;
  }
}
