package io.tenure.compare.system.server;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import io.tenure.compare.system.LockSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Waits until a client can acquire and release a lock. */
public final class FirstLock {
  private static final String KEY = "/bench/first-lock";
  private static final long RETRY_MILLIS = 50;

  private FirstLock() {}

  /**
   * Retries failed attempts. Each has a thread of its own, since some clients ignore interrupts.
   *
   * @param mayRetry whether another attempt could succeed
   * @throws IOException if no attempt succeeds within the limit
   */
  public static void await(
      LockSystem system, List<String> endpoints, Duration limit, BooleanSupplier mayRetry)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      FutureTask<Boolean> attempt = new FutureTask<>(() -> lockOnce(system, endpoints));
      Thread thread = new Thread(attempt, "first-lock");
      thread.setDaemon(true);
      thread.start();
      try {
        attempt.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        return;
      } catch (ExecutionException e) {
        if (System.nanoTime() > deadline || !mayRetry.getAsBoolean()) {
          throw new IOException("cannot acquire a lock: " + e.getCause());
        }
      } catch (TimeoutException e) {
        throw new IOException("no lock acquired within " + limit.toSeconds() + " s");
      } finally {
        attempt.cancel(true);
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }

  private static boolean lockOnce(LockSystem system, List<String> endpoints) throws Exception {
    try (LockClient client = system.connect(endpoints)) {
      LockHandle handle = client.exclusive(KEY);
      handle.acquire();
      handle.release();
      return true;
    }
  }
}
