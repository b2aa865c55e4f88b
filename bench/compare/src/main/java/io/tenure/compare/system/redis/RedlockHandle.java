package io.tenure.compare.system.redis;

import io.tenure.compare.system.LockHandle;
import java.util.List;
import org.redisson.api.RLock;
import org.redisson.client.RedisException;

/**
 * A lock on a majority of several servers. Its unlock never fails, whatever the servers answer.
 *
 * @param parts its locks on the single servers
 */
record RedlockHandle(RLock lock, List<RLock> parts) implements LockHandle {
  @Override
  public long acquire() throws InterruptedException {
    lock.lockInterruptibly();
    return 0;
  }

  @Override
  public void release() {
    lock.unlock();
  }

  @Override
  public boolean isHeldByService() {
    return parts.stream().filter(RedlockHandle::isHeld).count() > parts.size() / 2;
  }

  /** A server that does not answer counts as one that does not hold the lock. */
  private static boolean isHeld(RLock part) {
    try {
      return part.isHeldByCurrentThread();
    } catch (RedisException e) {
      return false;
    }
  }
}
