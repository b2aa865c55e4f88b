package io.tenure.compare.driver.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/** One change of a watched key, and when each of its watchers was notified. */
final class KeyChange {
  private static final long NOT_YET = Long.MIN_VALUE;

  private final AtomicLongArray notified;
  private final CountDownLatch waiting;
  private final long dueNanos;

  KeyChange(int watchers, long dueNanos) {
    this.dueNanos = dueNanos;
    notified = new AtomicLongArray(watchers);
    for (int i = 0; i < watchers; i++) {
      notified.set(i, NOT_YET);
    }
    waiting = new CountDownLatch(watchers);
  }

  /** The scheduled time of the change. */
  long dueNanos() {
    return dueNanos;
  }

  int watchers() {
    return notified.length();
  }

  /** A watcher was notified. Only its first notification counts. */
  void notified(int watcher, long nowNanos) {
    if (notified.compareAndSet(watcher, NOT_YET, nowNanos)) {
      waiting.countDown();
    }
  }

  boolean wasNotified(int watcher) {
    return notified.get(watcher) != NOT_YET;
  }

  long notifiedNanos(int watcher) {
    return notified.get(watcher);
  }

  /** Whether all watchers are notified within the limit. */
  boolean await(Duration limit) throws InterruptedException {
    return waiting.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }
}
