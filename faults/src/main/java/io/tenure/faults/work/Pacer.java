package io.tenure.faults.work;

import java.util.concurrent.TimeUnit;

/** Holds the clients of a process to so many operations a second together. Any thread. */
public final class Pacer {
  /** What was not used for longer than this is not made up for. */
  private static final long MAX_BACKLOG_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final long nanosEach;
  private long nextNanos = System.nanoTime();

  Pacer(int perSecond) {
    if (perSecond < 1 || perSecond > 100_000) {
      throw new IllegalArgumentException("rate: " + perSecond + " (expected: 1 to 100,000)");
    }
    nanosEach = TimeUnit.SECONDS.toNanos(1) / perSecond;
  }

  /** Waits until the caller may do so many operations. */
  public void await(int operations) throws InterruptedException {
    long waitNanos = reserve(operations, System.nanoTime());
    if (waitNanos > 0) {
      TimeUnit.NANOSECONDS.sleep(waitNanos);
    }
  }

  /** In how many nanoseconds the caller may begin. */
  synchronized long reserve(int operations, long nowNanos) {
    if (nowNanos - nextNanos > MAX_BACKLOG_NANOS) {
      nextNanos = nowNanos - MAX_BACKLOG_NANOS;
    }
    long waitNanos = nextNanos - nowNanos;
    nextNanos += operations * nanosEach;
    return Math.max(0, waitNanos);
  }
}
