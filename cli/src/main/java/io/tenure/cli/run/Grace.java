package io.tenure.cli.run;

import io.tenure.cli.terminal.Formats;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a command is terminated so that it has ended before the service can grant its lock to
 * another client. The lock expires a fixed time after the last acknowledged keep-alive. SIGTERM is
 * sent early enough that the period until SIGKILL, and the time that killing takes, fit in the
 * remaining time.
 *
 * <p>Keep-alives are sent every third of the TTL, and the client regards a lock as expired a
 * twentieth of the TTL early. With a period of at most a third, SIGTERM is therefore sent only when
 * a keep-alive is overdue, never between two acknowledged ones.
 *
 * @param period between SIGTERM and SIGKILL
 * @param killing from the decision to send SIGKILL until all processes have ended
 */
record Grace(Duration period, Duration killing) {
  private static final int MAX_SHARE = 3;
  private static final int DEFAULT_SHARE = 5;
  private static final Duration MAX_DEFAULT = Duration.ofSeconds(10);

  /** Sending the signal starts a process, on a machine that may be busy. */
  private static final int KILLING_SHARE = 20;

  private static final Duration MIN_KILLING = Duration.ofMillis(100);
  private static final Duration MAX_KILLING = Duration.ofSeconds(1);

  /**
   * For a lock with this TTL.
   *
   * @param period null for the default
   * @throws IllegalArgumentException if the period is too long
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

  /** SIGTERM must be sent when the remaining time has fallen to this. */
  Duration needed() {
    return period.plus(killing);
  }

  /** The period, shortened to fit the remaining time. */
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
