package io.tenure.bench;

import io.tenure.core.model.Key;
import java.lang.management.ManagementFactory;
import java.util.function.IntFunction;

/**
 * Prints how much heap a hold takes, sessions and the key's own text included. Run: {@code java -cp
 * bench/target/tenure-bench.jar io.tenure.bench.Footprint}.
 */
public final class Footprint {
  private static final int HOLDS = 200_000;

  private Footprint() {}

  /** Measures holds in few sessions, in many, and holds whose keys share no segment. */
  public static void main(String[] args) {
    measure("of two segments", 1_000, i -> "/held/" + i);
    measure("of two segments", 100_000, i -> "/held/" + i);
    measure("of 16 segments of their own", 1_000, i -> ("/" + i).repeat(Key.MAX_SEGMENTS));
  }

  private static void measure(String keys, int sessions, IntFunction<String> path) {
    long before = usedHeap();
    Shard shard = new Shard(Shard.roomy(), sessions);
    shard.hold(HOLDS, path);
    long bytes = (usedHeap() - before) / shard.state.holds().size();
    System.out.printf(
        "%,d holds in %,d sessions, keys %s: %d bytes a hold%n", HOLDS, sessions, keys, bytes);
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
