package io.tenure.client;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits until a condition holds, with a limit that only a failure reaches. */
public final class Await {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Await() {}

  public static void until(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + LIMIT.toSeconds() + " s: " + what);
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }
}
