package io.tenure.compare.system.redis;

import io.tenure.compare.system.LockHandle;
import java.util.List;
import org.redisson.api.RLock;
import org.redisson.client.RedisException;

/**
 * A lock at the majority of several servers. Its unlock says nothing, whatever the servers say.
 *
 * @param parts its locks at the single servers
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

  /** A server that does not answer has no say. */
  private static boolean isHeld(RLock part) {
    try {
      return part.isHeldByCurrentThread();
    } catch (RedisException e) {
      return false;
    }
  }
}
