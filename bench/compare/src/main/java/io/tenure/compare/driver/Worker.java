package io.tenure.compare.driver;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** Acquires and releases, one after the other, until it is told to stop. */
final class Worker implements Runnable {
  private static final double ERROR_PAUSE_SECONDS = 0.01;

  /** Is told of what a worker got, on the worker's thread. */
  interface Listener {
    /** The lock is held until this returns. */
    void granted(Worker worker, GuardedLock lock, long sentNanos, long grantedNanos)
        throws InterruptedException;

    void released(Worker worker, long sentNanos, long grantedNanos, long releasedNanos);

    /** After its first pair. */
    default void isThere() throws InterruptedException {}

    /** What was granted is gone, or may be. */
    void releaseFailed(String key, Exception e);
  }

  private final List<GuardedLock> locks;
  private final IntSupplier next;
  private final Tally tally;
  private final Listener listener;
  private final LongAdder counted = new LongAdder();
  private final CountDownLatch firstPair = new CountDownLatch(1);
  private volatile boolean stopped;

  /**
   * @param next which of the locks to take next
   */
  Worker(List<GuardedLock> locks, IntSupplier next, Tally tally, Listener listener) {
    this.locks = locks;
    this.next = next;
    this.tally = tally;
    this.listener = listener;
  }

  @Override
  public void run() {
    try {
      while (!stopped) {
        if (!pair(locks.get(next.getAsInt()))) {
          Pauses.seconds(ERROR_PAUSE_SECONDS);
        }
      }
    } catch (InterruptedException e) {
      // Only those that do not stop by themselves are interrupted, and counted by who does it.
    }
  }

  void stop() {
    stopped = true;
  }

  /** Opens when it has acquired and released for the first time. */
  CountDownLatch firstPair() {
    return firstPair;
  }

  /** For the listener to count this worker's successes with. */
  LongAdder counted() {
    return counted;
  }

  private boolean pair(GuardedLock lock) throws InterruptedException {
    long sentNanos = System.nanoTime();
    try {
      lock.acquire();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      tally.error("acquire of " + lock.key(), e);
      return false;
    }
    long grantedNanos = System.nanoTime();
    listener.granted(this, lock, sentNanos, grantedNanos);
    try {
      lock.release();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      listener.releaseFailed(lock.key(), e);
      return false;
    }
    listener.released(this, sentNanos, grantedNanos, System.nanoTime());
    if (firstPair.getCount() > 0) {
      firstPair.countDown();
      listener.isThere();
    }
    return true;
  }
}
