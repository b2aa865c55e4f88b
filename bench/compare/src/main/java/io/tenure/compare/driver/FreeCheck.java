package io.tenure.compare.driver;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** After a run, every key can be had again, by a program that had no part in it. */
final class FreeCheck {
  private static final int THREADS = 16;

  private final Place place;
  private final Tally tally;
  private final Duration limit;

  FreeCheck(Place place, Tally tally, Duration limit) {
    this.place = place;
    this.tally = tally;
    this.limit = limit;
  }

  /** How a key is taken. */
  interface Taking {
    LockHandle handle(LockClient client, String key) throws Exception;
  }

  void check(List<String> keys) throws Exception {
    check(keys, LockClient::mutex);
  }

  void check(List<String> keys, Taking taking) throws Exception {
    Set<String> left = ConcurrentHashMap.newKeySet();
    left.addAll(keys);
    Queue<String> waiting = new ConcurrentLinkedQueue<>(keys);
    try (Connections stranger = place.connect(1)) {
      LockClient client = stranger.forWorker(0);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < Math.min(THREADS, keys.size()); i++) {
        Thread thread =
            new Thread(() -> takeEach(client, taking, waiting, left), "free-check-" + i);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
      }
      long deadline = System.nanoTime() + limit.toNanos();
      for (Thread thread : threads) {
        thread.join(Math.max(1, Duration.ofNanos(deadline - System.nanoTime()).toMillis()));
        thread.interrupt();
      }
    }
    for (String key : left) {
      tally.stuck(key + ": not free " + limit.toSeconds() + " s after the run");
    }
  }

  private static void takeEach(
      LockClient client, Taking taking, Queue<String> waiting, Set<String> left) {
    for (String key = waiting.poll(); key != null; key = waiting.poll()) {
      try {
        LockHandle handle = taking.handle(client, key);
        handle.acquire();
        handle.release();
        left.remove(key);
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        System.err.println("free check of " + key + ": " + e);
      }
    }
  }
}
