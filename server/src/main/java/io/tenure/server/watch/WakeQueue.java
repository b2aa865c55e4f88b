package io.tenure.server.watch;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What other threads want of the delivery thread: to look at a subscription again, or just to wake
 * up.
 */
final class WakeQueue {
  private final ConcurrentLinkedQueue<Watch> watches = new ConcurrentLinkedQueue<>();

  /** The delivery thread while it waits or is about to. */
  private volatile @Nullable Thread waiting;

  /** Any thread. A subscription that is in the queue is not put there again. */
  void add(Watch watch) {
    if (watch.inWakeQueue.compareAndSet(false, true)) {
      watches.add(watch);
      ring();
    }
  }

  /** The next subscription to look at; whatever changes about it from here on puts it back. */
  @Nullable Watch poll() {
    Watch watch = watches.poll();
    if (watch != null) {
      watch.inWakeQueue.set(false);
    }
    return watch;
  }

  boolean isEmpty() {
    return watches.isEmpty();
  }

  /** Any thread. Costs next to nothing while the delivery thread is busy. */
  void ring() {
    Thread thread = waiting;
    if (thread != null) {
      waiting = null;
      LockSupport.unpark(thread);
    }
  }

  /**
   * Waits until somebody rings, at most so long. What {@code hasWork} sees must have been written
   * before ringing: then either it is seen here or the ring is heard.
   */
  void await(long nanos, BooleanSupplier hasWork) {
    waiting = Thread.currentThread();
    if (!hasWork.getAsBoolean()) {
      LockSupport.parkNanos(this, nanos);
    }
    waiting = null;
    // Should a subscriber have interrupted this thread, it must not spin from now on.
    Thread.interrupted();
  }
}
