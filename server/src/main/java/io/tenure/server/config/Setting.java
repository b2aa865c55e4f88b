package io.tenure.server.config;

import io.tenure.protocol.text.DurationText;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One thing that can be configured, declared once: the reader of the configuration, its messages,
 * the flags and docs/configuration.md all follow from it.
 *
 * @param unit what a number counts, or the kind of value
 * @param range which values are allowed, as shown to people
 */
public record Setting<T>(
    String name,
    String unit,
    Default fallback,
    String range,
    String meaning,
    Setting.Reading<T> reading) {

  private static final Pattern COUNT = Pattern.compile("\\d{1,10}");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})(B|KiB|MiB|GiB|TiB)");

  /**
   * What holds when nothing is set.
   *
   * @param literal whether the text is a value, as it could be set, rather than a rule in words
   */
  public record Default(String text, boolean literal) {
    static Default value(String text) {
      return new Default(text, true);
    }

    static Default rule(String words) {
      return new Default(words, false);
    }
  }

  /** Both ends are allowed. */
  record Bounds(long min, long max) {
    boolean include(long number) {
      return min <= number && number <= max;
    }
  }

  /** From text to value. */
  interface Reading<T> {
    T read(String text) throws BadValueException;
  }

  static Setting<Integer> count(
      String name, String unit, int fallback, Bounds bounds, String meaning) {
    String range = bounds.min() + " to " + bounds.max();
    return new Setting<>(
        name,
        unit,
        Default.value(Integer.toString(fallback)),
        range,
        meaning,
        text -> {
          if (!COUNT.matcher(text).matches() || !bounds.include(Long.parseLong(text))) {
            throw BadValueException.quoting(text, range);
          }
          return Integer.parseInt(text);
        });
  }

  static Setting<Long> size(String name, String fallback, Bounds bounds, String meaning) {
    return size(name, Default.value(fallback), bounds, meaning);
  }

  static Setting<Long> size(String name, Default fallback, Bounds bounds, String meaning) {
    String range = sizeText(bounds.min()) + " to " + sizeText(bounds.max());
    return new Setting<>(
        name,
        "bytes",
        fallback,
        range,
        meaning,
        text -> {
          Matcher matcher = SIZE.matcher(text);
          if (!matcher.matches()) {
            throw BadValueException.quoting(text, range);
          }
          // At most 10^15 * 2^40: compared before it is multiplied, it cannot overflow.
          long number = Long.parseLong(matcher.group(1));
          long unit = bytesPer(matcher.group(2));
          if (number > bounds.max() / unit || !bounds.include(number * unit)) {
            throw BadValueException.quoting(text, range);
          }
          return number * unit;
        });
  }

  static Setting<Duration> duration(String name, String fallback, Bounds millis, String meaning) {
    String range = millisText(millis.min()) + " to " + millisText(millis.max());
    return new Setting<>(
        name,
        "time",
        Default.value(fallback),
        range,
        meaning,
        text -> {
          Duration read =
              DurationText.parse(text).orElseThrow(() -> BadValueException.quoting(text, range));
          if (!millis.include(read.toMillis())) {
            throw BadValueException.quoting(text, range);
          }
          return read;
        });
  }

  static Setting<Boolean> toggle(String name, boolean fallback, String meaning) {
    String range = "true or false";
    return new Setting<>(
        name,
        "switch",
        Default.value(Boolean.toString(fallback)),
        range,
        meaning,
        text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              default -> throw BadValueException.quoting(text, range);
            });
  }

  private static long bytesPer(String unit) {
    return switch (unit) {
      case "KiB" -> 1L << 10;
      case "MiB" -> 1L << 20;
      case "GiB" -> 1L << 30;
      case "TiB" -> 1L << 40;
      default -> 1;
    };
  }

  /** In the largest unit that leaves a whole number. */
  public static String sizeText(long bytes) {
    for (String unit : new String[] {"TiB", "GiB", "MiB", "KiB"}) {
      if (bytes > 0 && bytes % bytesPer(unit) == 0) {
        return bytes / bytesPer(unit) + unit;
      }
    }
    return bytes + "B";
  }

  static String millisText(long millis) {
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }
}
