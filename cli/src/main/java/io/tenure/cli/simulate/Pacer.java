package io.tenure.cli.simulate;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Delays the lines of a story in proportion to simulated time. */
final class Pacer {
  private final double speed;
  private final LongConsumer sleep;
  private long reached;

  /**
   * A pacer.
   *
   * @param speed simulated seconds per real second
   * @param sleep waits for so many nanoseconds
   */
  Pacer(double speed, LongConsumer sleep) {
    this.speed = speed;
    this.sleep = sleep;
  }

  /** Waits until this simulated time is reached. */
  void await(long storyNanos) {
    if (storyNanos > reached) {
      sleep.accept((long) ((storyNanos - reached) / speed));
    }
    // A repeated story starts again at zero.
    reached = storyNanos;
  }

  /** Sleeps in real time; an interrupt ends it early. */
  static void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
