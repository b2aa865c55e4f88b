package io.tenure.cli.process;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Polls for a condition outside this process. */
public final class Patience {
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private Patience() {}

  /** Polls until the condition is true; false if it is not true in time. */
  public static boolean await(Duration atMost, BooleanSupplier condition) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      long leftNanos = end - System.nanoTime();
      if (leftNanos <= 0) {
        return false;
      }
      try {
        TimeUnit.NANOSECONDS.sleep(Math.min(INTERVAL_NANOS, leftNanos));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }
}
