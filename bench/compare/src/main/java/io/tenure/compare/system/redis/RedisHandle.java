package io.tenure.compare.system.redis;

import io.tenure.compare.system.LockHandle;
import org.redisson.api.RLock;

/** A lock of Redisson, which belongs to the thread that acquired it. */
record RedisHandle(RLock lock) implements LockHandle {
  @Override
  public long acquire() throws InterruptedException {
    lock.lockInterruptibly();
    return 0;
  }

  @Override
  public void release() {
    lock.unlock();
  }
}
