package io.tenure.faults.work;

import io.tenure.faults.work.resource.ResourceClient;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The identity of a client and what it works with.
 *
 * @param name unique in the run
 * @param shard whose keys it uses
 * @param stopping whether it should end
 */
public record ClientContext(
    String name,
    int shard,
    Random random,
    Keyspace keys,
    Recorder recorder,
    ResourceClient resources,
    Pacer pacer,
    BooleanSupplier stopping) {
  private static final long LOOK_MILLIS = 20;

  /** By what an operation is known in the log. */
  public String mark(long op) {
    return name + "#" + op;
  }

  public boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** Mostly short; now and then longer than a session lives without keep-alives. */
  public long holdingMillis() {
    return chance(3) ? 1_000 + random.nextInt(5_000) : random.nextInt(25);
  }

  /** Waits for so long, but no longer than the condition holds and the client may go on. */
  public void linger(long millis, BooleanSupplier condition) throws InterruptedException {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis;
        left > 0 && condition.getAsBoolean() && !stopping.getAsBoolean();
        left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime())) {
      Thread.sleep(Math.min(left, LOOK_MILLIS));
    }
  }
}
