package io.tenure.faults.fault;

import java.time.Duration;

/** The minimum duration of a fault, counted from now, whatever else happens meanwhile. */
public final class MinimumDuration {
  private final long untilNanos;

  private MinimumDuration(long untilNanos) {
    this.untilNanos = untilNanos;
  }

  public static MinimumDuration of(Duration time) {
    return new MinimumDuration(System.nanoTime() + time.toNanos());
  }

  /** Waits until it has. */
  public void await() throws InterruptedException {
    for (long left = untilNanos - System.nanoTime();
        left > 0;
        left = untilNanos - System.nanoTime()) {
      Thread.sleep(left / 1_000_000 + 1);
    }
  }
}
