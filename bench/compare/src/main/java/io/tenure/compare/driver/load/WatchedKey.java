package io.tenure.compare.driver.load;

import io.tenure.compare.driver.check.CheckedLock;
import io.tenure.compare.system.LockClient;

/** A key, its watchers, and the lock that changes it. */
final class WatchedKey {
  private final String key;
  private final CheckedLock lock;
  private int watchers;
  private volatile KeyChange current = new KeyChange(0, System.nanoTime());

  WatchedKey(String key, CheckedLock lock) {
    this.key = key;
    this.lock = lock;
  }

  /** Adds a watcher. Not after the first change. */
  void watch(LockClient client) throws Exception {
    int number = watchers++;
    current = new KeyChange(watchers, System.nanoTime());
    client.watch(key, () -> current.notified(number, System.nanoTime()));
  }

  CheckedLock lock() {
    return lock;
  }

  /** The change that is due now. Notifications from now on belong to it. */
  KeyChange begin(long dueNanos) {
    KeyChange change = new KeyChange(watchers, dueNanos);
    current = change;
    return change;
  }
}
