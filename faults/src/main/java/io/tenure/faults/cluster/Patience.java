package io.tenure.faults.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Waits for something, though not for ever: as long as this machine gives the processes time. One
 * that was suspended, or so busy that nobody came to do anything, has not kept anybody waiting.
 */
final class Patience {
  private static final long PAUSE_MILLIS = 100;

  /** Whoever looks less often than this stood still meanwhile, and the others with it. */
  private static final long LONGEST_LOOK_NANOS = 10_000_000_000L;

  private final Duration limit;
  private long lastNanos = System.nanoTime();
  private long spentNanos;

  private Patience(Duration limit) {
    this.limit = limit;
  }

  static Patience of(Duration limit) {
    return new Patience(limit);
  }

  boolean isOver() {
    long now = System.nanoTime();
    spentNanos += Math.min(now - lastNanos, LONGEST_LOOK_NANOS);
    lastNanos = now;
    return spentNanos >= limit.toNanos();
  }

  static void pause() throws InterruptedException {
    Thread.sleep(PAUSE_MILLIS);
  }

  /**
   * Waits for it.
   *
   * @throws IOException if it does not come true in time
   */
  void until(String what, BooleanSupplier condition) throws IOException, InterruptedException {
    while (!condition.getAsBoolean()) {
      if (isOver()) {
        throw new IOException("not after " + limit.toSeconds() + " s: " + what);
      }
      pause();
    }
  }
}
