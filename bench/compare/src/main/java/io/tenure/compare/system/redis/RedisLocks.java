package io.tenure.compare.system.redis;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import org.redisson.api.RedissonClient;

/** Redisson's locks on one server. */
record RedisLocks(RedissonClient redisson) implements LockClient {
  @Override
  public LockHandle exclusive(String key) {
    return new RedisHandle(redisson.getReadWriteLock(key).writeLock());
  }

  @Override
  public LockHandle mutex(String key) {
    return new RedisHandle(redisson.getLock(key));
  }

  @Override
  public LockHandle shared(String key) {
    return new RedisHandle(redisson.getReadWriteLock(key).readLock());
  }

  @Override
  public void close() {
    redisson.shutdown();
  }
}
