package io.tenure.compare;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The user's wish to end early, and the answer that everything is cleaned up. */
final class Stop {
  private static final Duration CLEAN_UP_LIMIT = Duration.ofSeconds(60);

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch cleanedUp = new CountDownLatch(1);

  boolean requested() {
    return requested.getCount() == 0;
  }

  /**
   * Whether it is requested or soon will be. Ctrl-C goes to the child processes as well, and one of
   * them may be gone before this process has heard of it.
   */
  boolean requestedWithin(Duration limit) throws InterruptedException {
    return requested.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  void cleanedUp() {
    cleanedUp.countDown();
  }

  /** For a shutdown hook: interrupts the thread that does the work, and lets it come to an end. */
  void request(Thread worker) {
    if (cleanedUp.getCount() == 0) {
      return;
    }
    requested.countDown();
    worker.interrupt();
    try {
      boolean clean = cleanedUp.await(CLEAN_UP_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
      if (!clean) {
        System.err.println("bench: not cleaned up after " + CLEAN_UP_LIMIT.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
