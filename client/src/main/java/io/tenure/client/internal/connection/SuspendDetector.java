package io.tenure.client.internal.connection;

import java.util.concurrent.TimeUnit;

/**
 * Detects from two clocks that the machine was suspended: the monotonic clock may stand still
 * during a suspend, the wall clock does not. A wall clock that was set forward looks the same, so
 * callers may only react in a harmless way.
 *
 * <p>It compares the lead: how far the wall clock is ahead of the monotonic clock.
 */
final class SuspendDetector {
  /**
   * Smaller jumps are not reported. Several short suspends add up. So does a wall clock that runs
   * fast: at 500 ppm, the most that NTP corrects, that is one report in half an hour.
   */
  static final long MIN_JUMP_MILLIS = 1_000;

  /** The smallest lead since the last report, or since the start. */
  private long leadMillis;

  /** Takes the present readings of both clocks. */
  SuspendDetector(long nanoTime, long wallMillis) {
    leadMillis = lead(nanoTime, wallMillis);
  }

  /** Whether the lead has grown by more than {@link #MIN_JUMP_MILLIS}. Reports each jump once. */
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
