package io.tenure.harness;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A limit on the time to wait for something outside this thread. Counts only the time in which this
 * process ran: if the machine was suspended or too busy, the processes that are waited for could
 * not proceed either. Not thread-safe.
 */
public final class TimeLimit {
  /** Two looks that are further apart mean that this process did not run in between. */
  private static final long LONGEST_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long PAUSE_MILLIS = 100;

  private final Duration limit;
  private long lastNanos = System.nanoTime();
  private long spentNanos;

  private TimeLimit(Duration limit) {
    this.limit = limit;
  }

  /** Starts now. */
  public static TimeLimit of(Duration limit) {
    return new TimeLimit(limit);
  }

  /** A condition whose evaluation may fail. */
  @FunctionalInterface
  public interface Condition<E extends Exception> {
    boolean holds() throws E;
  }

  /** Whether the limit is reached. To be called at least every few seconds while waiting. */
  public boolean isOver() {
    long now = System.nanoTime();
    spentNanos += Math.min(now - lastNanos, LONGEST_INTERVAL_NANOS);
    lastNanos = now;
    return spentNanos >= limit.toNanos();
  }

  /** Sleeps between two looks at something that takes seconds. */
  public static void pause() throws InterruptedException {
    Thread.sleep(PAUSE_MILLIS);
  }

  /**
   * Polls until the condition holds.
   *
   * @param what describes the condition, for the exception
   * @throws TimeoutException if it does not hold before the limit is reached
   */
  public <E extends Exception> void until(String what, Duration interval, Condition<E> condition)
      throws E, TimeoutException, InterruptedException {
    while (!condition.holds()) {
      if (isOver()) {
        throw new TimeoutException("not within " + limit.toSeconds() + " s: " + what);
      }
      Thread.sleep(interval.toMillis());
    }
  }
}
