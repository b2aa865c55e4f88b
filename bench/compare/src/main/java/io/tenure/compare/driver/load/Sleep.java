package io.tenure.compare.driver.load;

import java.util.concurrent.TimeUnit;

/** Sleeps with a resolution of nanoseconds. */
final class Sleep {
  private static final double NANOS_PER_SECOND = 1e9;

  private Sleep() {}

  static void seconds(double seconds) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.round(seconds * NANOS_PER_SECOND));
  }

  /** Until a time on the clock of {@link System#nanoTime}. */
  static void until(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
  }
}
