package io.tenure.bench.floor;

import java.util.concurrent.locks.LockSupport;

/** Wakes another thread and is woken by it. */
final class ThreadSwitch implements Step {
  private final Thread here = Thread.currentThread();
  private final Thread other = Step.thread(this::answer);
  private volatile boolean asked;
  private volatile boolean closed;

  ThreadSwitch() {
    other.start();
  }

  private void answer() {
    while (!closed) {
      if (asked) {
        asked = false;
        LockSupport.unpark(here);
      } else {
        LockSupport.park(this);
      }
    }
  }

  @Override
  public void once() {
    asked = true;
    LockSupport.unpark(other);
    while (asked) {
      LockSupport.park(this);
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(other);
  }
}
