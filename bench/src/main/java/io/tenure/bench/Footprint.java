package io.tenure.bench;

import java.lang.management.ManagementFactory;

/**
 * Prints how much heap a hold takes, sessions and the key's own text included. Run: {@code java -cp
 * bench/target/tenure-bench.jar io.tenure.bench.Footprint}.
 */
public final class Footprint {
  private static final int HOLDS = 200_000;

  private Footprint() {}

  /** Measures holds in few sessions and holds in a session each. */
  public static void main(String[] args) {
    for (int sessions : new int[] {1_000, 100_000}) {
      long before = usedHeap();
      Shard shard = new Shard(Shard.roomy(), sessions);
      shard.hold(HOLDS);
      long bytes = (usedHeap() - before) / shard.state.holds().size();
      System.out.printf("%,d holds in %,d sessions: %d bytes a hold%n", HOLDS, sessions, bytes);
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
