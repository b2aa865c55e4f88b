package io.tenure.server.raft.ratis.append;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.util.AwaitForSignal;
import org.jspecify.annotations.Nullable;

/**
 * A signal for one thread that is kept until that thread waits for it. The engine's own is lost if
 * it comes just before the wait, and what was committed would be applied a tenth of a second later.
 */
final class LatchedSignal extends AwaitForSignal {
  private final AtomicBoolean given = new AtomicBoolean();
  private volatile @Nullable Thread waiter;

  LatchedSignal(String name) {
    super(name);
  }

  @Override
  public void signal() {
    if (given.compareAndSet(false, true)) {
      LockSupport.unpark(waiter);
    }
  }

  @Override
  public void await() throws InterruptedException {
    while (!await(1, TimeUnit.DAYS)) {
      Thread.onSpinWait();
    }
  }

  @Override
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    waiter = Thread.currentThread();
    long begunNanos = System.nanoTime();
    long nanos = unit.toNanos(time);
    while (!given.get()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long left = nanos - (System.nanoTime() - begunNanos);
      if (left <= 0) {
        return false;
      }
      LockSupport.parkNanos(this, left);
    }
    given.set(false);
    return true;
  }
}
