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
  private static final double PAUSE_SECONDS = 1;

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
      long deadline = System.nanoTime() + limit.toNanos();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < Math.min(THREADS, keys.size()); i++) {
        Thread thread =
            new Thread(
                () -> takeEach(key -> taking.handle(client, key), waiting, left, deadline),
                "free-check-" + i);
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
      tally.stuck(key + ": not free " + limit.toSeconds() + " s after the run");
    }
  }

  /** With the client filled in. */
  private interface Handles {
    LockHandle of(String key) throws Exception;
  }

  /** Some clients give up sooner than this does: then it tries again. */
  private static void takeEach(
      Handles handles, Queue<String> waiting, Set<String> left, long deadline) {
    try {
      for (String key = waiting.poll(); key != null; key = waiting.poll()) {
        if (take(handles, key)) {
          left.remove(key);
        } else if (System.nanoTime() - deadline < 0) {
          waiting.add(key);
          Pauses.seconds(PAUSE_SECONDS);
        }
      }
    } catch (InterruptedException e) {
      // The time is over.
    }
  }

  private static boolean take(Handles handles, String key) throws InterruptedException {
    try {
      LockHandle handle = handles.of(key);
      handle.acquire();
      handle.release();
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      System.err.println("free check of " + key + ": " + e);
      return false;
    }
  }
}
