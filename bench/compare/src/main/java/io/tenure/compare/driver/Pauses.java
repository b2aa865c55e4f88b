package io.tenure.compare.driver;

import java.util.concurrent.TimeUnit;

/** Waiting for a time. */
final class Pauses {
  private static final double NANOS_PER_SECOND = 1e9;

  private Pauses() {}

  static void seconds(double seconds) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.round(seconds * NANOS_PER_SECOND));
  }

  static void until(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
  }
}
