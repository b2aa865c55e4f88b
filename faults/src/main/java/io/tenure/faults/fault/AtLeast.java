package io.tenure.faults.fault;

import java.time.Duration;

/** How long a fault has to last from now on, whatever else is to happen meanwhile. */
public final class AtLeast {
  private final long untilNanos;

  private AtLeast(long untilNanos) {
    this.untilNanos = untilNanos;
  }

  public static AtLeast of(Duration time) {
    return new AtLeast(System.nanoTime() + time.toNanos());
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
