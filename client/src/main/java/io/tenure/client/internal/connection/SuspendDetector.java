package io.tenure.client.internal.connection;

import java.util.concurrent.TimeUnit;

/**
 * Tells from two clocks whether the machine was suspended: the monotonic clock may stand still
 * during a suspend, and the wall clock does not. A wall clock that was set forward looks the same,
 * so a caller may only do what is harmless then.
 *
 * <p>What it compares is the lead: how far the wall clock is ahead of the monotonic one. Readings
 * of the two mean nothing by themselves.
 */
final class SuspendDetector {
  /**
   * Below this a difference is not reported. Several short suspends add up, and so does a wall
   * clock that runs fast: at 500 ppm, the most that NTP corrects, that is one report in half an
   * hour.
   */
  static final long MIN_JUMP_MILLIS = 1_000;

  /** The smallest lead since the last report, or since the beginning. */
  private long leadMillis;

  /** Both clocks are read now. */
  SuspendDetector(long nanoTime, long wallMillis) {
    leadMillis = lead(nanoTime, wallMillis);
  }

  /** Whether the lead has grown by more than {@link #MIN_JUMP_MILLIS}. Reports it once. */
  boolean wasSuspended(long nanoTime, long wallMillis) {
    long now = lead(nanoTime, wallMillis);
    boolean jumped = now - leadMillis > MIN_JUMP_MILLIS;
    leadMillis = jumped ? now : Math.min(leadMillis, now);
    return jumped;
  }

  private static long lead(long nanoTime, long wallMillis) {
    return wallMillis - TimeUnit.NANOSECONDS.toMillis(nanoTime);
  }
}
