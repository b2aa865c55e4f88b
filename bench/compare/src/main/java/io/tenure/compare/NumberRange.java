package io.tenure.compare;

import java.time.Duration;
import java.util.Locale;

/** Checks the values of options, with messages that name the option and the range. */
final class NumberRange {
  private static final Duration MAX_DURATION = Duration.ofMinutes(10);

  private NumberRange() {}

  /**
   * A number from 1.
   *
   * @throws IllegalArgumentException if it is none, or is out of range
   */
  static int parse(String option, String text, int max) {
    int value = text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%s: %s (expected: 1 to %,d)", option, text, max));
    }
    return value;
  }

  /**
   * A duration of at most ten minutes.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  static double seconds(String option, Duration duration, Duration min) {
    double seconds = duration.toMillis() / 1e3;
    if (duration.compareTo(min) < 0 || duration.compareTo(MAX_DURATION) > 0) {
      throw new IllegalArgumentException(
          "%s: %s s (expected: %s s to %d s)"
              .formatted(option, seconds, min.toMillis() / 1e3, MAX_DURATION.toSeconds()));
    }
    return seconds;
  }
}
