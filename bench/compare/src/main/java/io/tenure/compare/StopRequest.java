package io.tenure.compare;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C: tells the main thread to stop, and lets the JVM exit only after its cleanup. */
final class StopRequest {
  private static final Duration CLEAN_UP_LIMIT = Duration.ofSeconds(60);

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch cleanedUp = new CountDownLatch(1);

  boolean requested() {
    return requested.getCount() == 0;
  }

  /**
   * Whether a stop is requested now or within the limit. Ctrl-C reaches the child processes, too,
   * and a child may end before this process has received the signal.
   */
  boolean requestedWithin(Duration limit) throws InterruptedException {
    return requested.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The main thread has cleaned up and written its results. */
  void cleanedUp() {
    cleanedUp.countDown();
  }

  /** Called by the shutdown hook: interrupts the main thread and waits for its cleanup. */
  void request(Thread worker) {
    if (cleanedUp.getCount() == 0) {
      return;
    }
    requested.countDown();
    worker.interrupt();
    try {
      boolean clean = cleanedUp.await(CLEAN_UP_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
      if (!clean) {
        System.err.printf(
            "bench: cleanup not complete after %d s; the next run deletes what is left%n",
            CLEAN_UP_LIMIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
