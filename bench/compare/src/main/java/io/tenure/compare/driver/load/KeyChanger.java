package io.tenure.compare.driver.load;

import io.tenure.compare.driver.check.CheckedLock;
import io.tenure.compare.driver.check.FaultCounter;
import java.time.Duration;
import java.util.List;

/**
 * Acquires and releases watched keys in turn at a fixed rate, always on the same thread. The next
 * change is made when all watchers of the key are notified of the last one, or a limit has passed,
 * so every notification belongs to the current change. A change that is late because of that is
 * still measured from its scheduled time.
 */
final class KeyChanger {
  private static final Duration NOTIFICATION_LIMIT = Duration.ofSeconds(1);

  private final List<WatchedKey> keys;
  private final long intervalNanos;
  private final FaultCounter faults;
  private int turn;

  KeyChanger(List<WatchedKey> keys, double changesPerSecond, FaultCounter faults) {
    this.keys = keys;
    this.faults = faults;
    intervalNanos = Math.round(1e9 / changesPerSecond);
  }

  /** Makes changes for that long, and adds each to the statistics. Ends with a release. */
  void run(double seconds, WatchStats stats) throws InterruptedException {
    long dueNanos = System.nanoTime();
    long endNanos = dueNanos + Math.round(seconds * 1e9);
    boolean held = false;
    while (dueNanos - endNanos < 0 || held) {
      Sleep.until(dueNanos);
      WatchedKey key = keys.get(turn % keys.size());
      KeyChange change = key.begin(dueNanos);
      boolean made = change(key.lock(), held);
      if (made) {
        long returnedNanos = System.nanoTime();
        if (!change.await(NOTIFICATION_LIMIT)) {
          System.err.println(key.lock().key() + ": notifications are missing");
        }
        stats.add(change, returnedNanos);
      }
      turn += held || !made ? 1 : 0;
      held = !held && made;
      dueNanos += intervalNanos;
    }
  }

  /** Acquires, or releases if it is held. Returns whether that succeeded. */
  private boolean change(CheckedLock lock, boolean held) throws InterruptedException {
    try {
      if (held) {
        lock.release();
      } else {
        lock.acquire();
      }
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (held) {
        faults.lostGrant(lock.key(), e);
      } else {
        faults.error("acquire of " + lock.key(), e);
      }
      return false;
    }
  }
}
