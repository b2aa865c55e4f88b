package io.tenure.compare.system.redis;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import java.util.ArrayList;
import java.util.List;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's locks on a majority of several servers. */
record RedlockLocks(List<RedissonClient> redissons) implements LockClient {
  static RedlockLocks connect(List<String> endpoints) {
    List<RedissonClient> redissons = new ArrayList<>();
    boolean done = false;
    try {
      for (String endpoint : endpoints) {
        redissons.add(RedissonClients.connectImpatiently(endpoint));
      }
      done = true;
      return new RedlockLocks(List.copyOf(redissons));
    } finally {
      if (!done) {
        redissons.forEach(RedissonClient::shutdown);
      }
    }
  }

  @Override
  @SuppressWarnings("deprecation") // Redisson advises against it, and has no other for this.
  public LockHandle exclusive(String key) {
    List<RLock> parts = redissons.stream().map(redisson -> redisson.getLock(key)).toList();
    return new RedlockHandle(new RedissonRedLock(parts.toArray(new RLock[0])), parts);
  }

  @Override
  public void close() {
    redissons.forEach(RedissonClient::shutdown);
  }
}
