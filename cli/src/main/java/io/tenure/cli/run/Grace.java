package io.tenure.cli.run;

import io.tenure.cli.terminal.Formats;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a command is ended before the service may grant its lock to another. The last acknowledged
 * keep-alive decides until when the lock is good: SIGTERM comes so early that the period between it
 * and SIGKILL, and the time that killing takes, fit in what is left.
 *
 * <p>Keep-alives are sent at every third of the TTL, and the client stops counting on a lock a
 * twentieth of the TTL early. So with a period of a third at most, SIGTERM comes when one
 * keep-alive should long have been acknowledged, and not between two that are.
 *
 * @param period between SIGTERM and SIGKILL
 * @param killing from the decision to send SIGKILL until everything is dead
 */
record Grace(Duration period, Duration killing) {
  private static final int MAX_SHARE = 3;
  private static final int DEFAULT_SHARE = 5;
  private static final Duration MAX_DEFAULT = Duration.ofSeconds(10);

  /** A process must be started for it, by a machine that may be busy. */
  private static final int KILLING_SHARE = 20;

  private static final Duration MIN_KILLING = Duration.ofMillis(100);
  private static final Duration MAX_KILLING = Duration.ofSeconds(1);

  /**
   * For a lock with this TTL.
   *
   * @param period null for the default
   * @throws IllegalArgumentException if it is too long
   */
  static Grace of(@Nullable Duration period, Duration ttl) {
    Duration longest = ttl.dividedBy(MAX_SHARE);
    if (period != null && period.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "grace: %s (expected: 0 to %s, a third of the TTL; a longer grace needs a longer --ttl)"
              .formatted(Formats.exactTime(period), Formats.exactTime(longest)));
    }
    return new Grace(
        period == null ? shorter(ttl.dividedBy(DEFAULT_SHARE), MAX_DEFAULT) : period,
        longer(MIN_KILLING, shorter(ttl.dividedBy(KILLING_SHARE), MAX_KILLING)));
  }

  /** When no more than this is left, the command must be sent SIGTERM. */
  Duration needed() {
    return period.plus(killing);
  }

  /** The period, or as much of it as there is time for. */
  Duration periodWithin(Duration left) {
    return shorter(period, longer(Duration.ZERO, left.minus(killing)));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
