package io.tenure.compare.driver.load;

import io.tenure.compare.driver.check.CheckedLock;
import io.tenure.compare.driver.check.FaultCounter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** Acquires and releases locks in a closed loop until it is stopped. Has a thread of its own. */
final class Worker implements Runnable {
  private static final double ERROR_PAUSE_SECONDS = 0.01;

  /** Receives the events of a worker, on the worker's thread. */
  interface Listener {
    /** The lock was granted. It is held until this returns. */
    void granted(Worker worker, CheckedLock lock, long sentNanos, long grantedNanos)
        throws InterruptedException;

    /** The lock was released. */
    void released(Worker worker, long sentNanos, long grantedNanos, long releasedNanos);

    /** The worker has acquired and released for the first time. */
    default void firstPairDone() throws InterruptedException {}

    /** A release failed, so the grant is lost or may be. */
    void releaseFailed(String key, Exception e);
  }

  private final List<CheckedLock> locks;
  private final IntSupplier next;
  private final FaultCounter faults;
  private final Listener listener;
  private final LongAdder counted = new LongAdder();
  private final CountDownLatch firstPair = new CountDownLatch(1);
  private volatile boolean stopped;

  /**
   * A worker that is not started yet.
   *
   * @param next index of the lock to acquire next
   */
  Worker(List<CheckedLock> locks, IntSupplier next, FaultCounter faults, Listener listener) {
    this.locks = locks;
    this.next = next;
    this.faults = faults;
    this.listener = listener;
  }

  /** A worker with a single lock. */
  static Worker of(CheckedLock lock, FaultCounter faults, Listener listener) {
    return new Worker(List.of(lock), () -> 0, faults, listener);
  }

  @Override
  public void run() {
    try {
      while (!stopped) {
        if (!pair(locks.get(next.getAsInt()))) {
          Sleep.seconds(ERROR_PAUSE_SECONDS);
        }
      }
    } catch (InterruptedException e) {
      // WorkerGroup.stop interrupts workers that do not stop in time, and reports them.
    }
  }

  void stop() {
    stopped = true;
  }

  /** Opens when the worker has acquired and released for the first time. */
  CountDownLatch firstPair() {
    return firstPair;
  }

  /** Operations of this worker that the listener has counted. */
  LongAdder counted() {
    return counted;
  }

  private boolean pair(CheckedLock lock) throws InterruptedException {
    long sentNanos = System.nanoTime();
    try {
      lock.acquire();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      faults.error("acquire of " + lock.key(), e);
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
      listener.firstPairDone();
    }
    return true;
  }
}
