package io.tenure.cli.simulate;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Lets real time pass between the lines of a story, in proportion to the story's own time. */
final class Pacer {
  private final double speed;
  private final LongConsumer sleep;
  private long reached;

  /**
   * A pacer.
   *
   * @param speed seconds of the story per real second
   * @param sleep waits for so many nanoseconds
   */
  Pacer(double speed, LongConsumer sleep) {
    this.speed = speed;
    this.sleep = sleep;
  }

  /** Waits until it is time for what happens at this time of the story. */
  void await(long storyNanos) {
    if (storyNanos > reached) {
      sleep.accept((long) ((storyNanos - reached) / speed));
    }
    // A story that is told several times over starts again at zero.
    reached = storyNanos;
  }

  /** Really sleeps; an interrupt cuts it short. */
  static void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
