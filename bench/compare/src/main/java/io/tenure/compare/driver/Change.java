package io.tenure.compare.driver;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/** A change of a watched key, and which watchers have been told of it when. */
final class Change {
  private static final long NOT_YET = Long.MIN_VALUE;

  private final AtomicLongArray told;
  private final CountDownLatch waiting;
  private final long dueNanos;

  Change(int watchers, long dueNanos) {
    this.dueNanos = dueNanos;
    told = new AtomicLongArray(watchers);
    for (int i = 0; i < watchers; i++) {
      told.set(i, NOT_YET);
    }
    waiting = new CountDownLatch(watchers);
  }

  /** When it should have been made. */
  long dueNanos() {
    return dueNanos;
  }

  /** Only the first time counts. */
  void told(int watcher, long nowNanos) {
    if (told.compareAndSet(watcher, NOT_YET, nowNanos)) {
      waiting.countDown();
    }
  }

  boolean wasTold(int watcher) {
    return told.get(watcher) != NOT_YET;
  }

  long toldNanos(int watcher) {
    return told.get(watcher);
  }

  /** Whether all were told within the limit. */
  boolean await(Duration limit) throws InterruptedException {
    return waiting.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }
}
