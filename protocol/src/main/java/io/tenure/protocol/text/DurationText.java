package io.tenure.protocol.text;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses durations in settings of servers and in options of commands: {@code 500ms}, {@code 1.5s},
 * {@code 5m} or {@code 5min}, {@code 2h}, and several of these in a row, the largest unit first:
 * {@code 1m30s}.
 */
public final class DurationText {
  /** What to write, for error messages. */
  public static final String EXPECTED = "a time in whole ms, such as 500ms, 1.5s, 5m, 1m30s or 2h";

  private static final Pattern PART = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|min|m|h)");

  private DurationText() {}

  /** Empty if the text is not a duration in whole milliseconds. */
  public static Optional<Duration> parse(String text) {
    BigDecimal millis = BigDecimal.ZERO;
    long largest = Long.MAX_VALUE;
    Matcher part = PART.matcher(text);
    int end = 0;
    while (end < text.length() && part.region(end, text.length()).lookingAt()) {
      long unit = millisPer(part.group(2));
      if (unit >= largest) {
        return Optional.empty();
      }
      millis = millis.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
      largest = unit;
      end = part.end();
    }
    if (end == 0 || end < text.length() || millis.stripTrailingZeros().scale() > 0) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofMillis(millis.longValueExact()));
  }

  private static long millisPer(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1_000;
      case "m", "min" -> 60_000;
      default -> 3_600_000;
    };
  }
}
