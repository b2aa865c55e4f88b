package io.tenure.compare.driver.check;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Checks after a run that a client that took no part in it can acquire and release every key. */
public final class StuckKeyCheck {
  private static final int THREADS = 16;
  private static final long RETRY_SECONDS = 1;

  private final SystemUnderTest system;
  private final FaultCounter faults;
  private final Duration limit;

  /**
   * A check that counts what it finds.
   *
   * @param limit how long all keys together may take
   */
  public StuckKeyCheck(SystemUnderTest system, FaultCounter faults, Duration limit) {
    this.system = system;
    this.faults = faults;
    this.limit = limit;
  }

  /** Which kind of lock is acquired. */
  public interface LockKind {
    LockHandle handle(LockClient client, String key) throws Exception;
  }

  /** Checks with the plainest lock that the system has. */
  public void check(List<String> keys) throws Exception {
    check(keys, LockClient::mutex);
  }

  /** Counts each key that cannot be acquired within the limit as stuck. */
  public void check(List<String> keys, LockKind kind) throws Exception {
    Set<String> left = ConcurrentHashMap.newKeySet();
    left.addAll(keys);
    Queue<String> waiting = new ConcurrentLinkedQueue<>(keys);
    try (ClientPool pool = system.connect(1)) {
      LockClient client = pool.forWorker(0);
      long deadline = System.nanoTime() + limit.toNanos();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < Math.min(THREADS, keys.size()); i++) {
        Thread thread =
            new Thread(
                () -> acquireEach(key -> kind.handle(client, key), waiting, left, deadline),
                "stuck-key-check-" + i);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join(Math.max(1, Duration.ofNanos(deadline - System.nanoTime()).toMillis()));
        thread.interrupt();
      }
    }
    for (String key : left) {
      faults.stuck(key + ": cannot be acquired within " + limit.toSeconds() + " s after the run");
    }
  }

  /** The locks of one client. */
  private interface Handles {
    LockHandle of(String key) throws Exception;
  }

  /** Retries until the deadline: the timeout of some clients is shorter than the limit. */
  private static void acquireEach(
      Handles handles, Queue<String> waiting, Set<String> left, long deadline) {
    try {
      for (String key = waiting.poll(); key != null; key = waiting.poll()) {
        if (tryAcquire(handles, key)) {
          left.remove(key);
        } else if (System.nanoTime() - deadline < 0) {
          waiting.add(key);
          TimeUnit.SECONDS.sleep(RETRY_SECONDS);
        }
      }
    } catch (InterruptedException e) {
      // The limit has passed; the key stays in the set of keys left.
    }
  }

  private static boolean tryAcquire(Handles handles, String key) throws InterruptedException {
    try {
      LockHandle handle = handles.of(key);
      handle.acquire();
      handle.release();
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      System.err.println("stuck key check of " + key + ": " + e);
      return false;
    }
  }
}
