package io.tenure.server.session;

import java.util.concurrent.TimeUnit;

/**
 * The clock of deadlines: the monotonic clock, minus the pauses of this process.
 *
 * <p>While a process is stopped (a signal, a long collection, a virtual machine on the move), the
 * keep-alives of its clients wait in its sockets. If the time of the pause counted, the first tick
 * after it would find everybody overdue. So no tick advances this clock by more than a fixed step;
 * between ticks it stands still when it has come that far. It never runs faster than the monotonic
 * clock, so a term measured with it is never too short.
 *
 * <p>Not thread-safe; a caller passes readings of the monotonic clock that do not go backwards.
 */
final class SessionTime {
  private final long maxStepNanos;
  private long tickedAtNanos;
  private long nowAtTickNanos;

  SessionTime(long maxStepMillis, long monotonicNanos) {
    this.maxStepNanos = TimeUnit.MILLISECONDS.toNanos(maxStepMillis);
    this.tickedAtNanos = monotonicNanos;
  }

  /** Nanoseconds of session time, from 0. */
  long nowNanos(long monotonicNanos) {
    return nowAtTickNanos + Math.min(monotonicNanos - tickedAtNanos, maxStepNanos);
  }

  /**
   * Ends a step. Returns how much of it did not count, so by how much every term was lengthened.
   */
  long tick(long monotonicNanos) {
    long steppedNanos = monotonicNanos - tickedAtNanos;
    nowAtTickNanos = nowNanos(monotonicNanos);
    tickedAtNanos = monotonicNanos;
    return Math.max(0, steppedNanos - maxStepNanos);
  }
}
