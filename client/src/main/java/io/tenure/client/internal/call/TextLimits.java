package io.tenure.client.internal.call;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/** Checks arguments against the limits of the service before anything is sent. */
public final class TextLimits {
  private static final int MAX_QUOTED_CHARS = 64;

  private static final int MAX_VALUE_BYTES = 4_096;

  private TextLimits() {}

  public static void require(String what, String text, int least, int most) {
    Objects.requireNonNull(text, what);
    // A char takes at most three bytes: short texts need no conversion.
    int bytes =
        text.length() * 3 <= most && text.length() >= least
            ? text.length()
            : text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes < least || bytes > most) {
      throw new IllegalArgumentException(
          "%s: %d bytes (expected: %s%d bytes)"
              .formatted(what, bytes, least == 0 ? "at most " : least + " to ", most));
    }
  }

  /** Whether it is valid Unicode without control characters. */
  static boolean isPrintable(String text) {
    for (int i = 0; i < text.length(); i++) {
      int c = text.codePointAt(i);
      if (Character.isSupplementaryCodePoint(c)) {
        i++;
      } else if (Character.isISOControl(c) || Character.isSurrogate((char) c)) {
        return false;
      }
    }
    return true;
  }

  /** For messages: quoted, printable and cut to the length of a line. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    int shown = Math.min(text.length(), MAX_QUOTED_CHARS);
    for (int i = 0; i < shown; i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || Character.isSurrogate(c)) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append(shown < text.length() ? "…\"" : "\"").toString();
  }

  public static void requireValue(String value) {
    require("value", value, 0, MAX_VALUE_BYTES);
  }

  public static Duration requireTtl(Duration ttl) {
    if (ttl.compareTo(Duration.ofSeconds(1)) < 0 || ttl.compareTo(Duration.ofSeconds(600)) > 0) {
      throw new IllegalArgumentException("ttl: " + seconds(ttl) + " s (expected: 1 s to 600 s)");
    }
    return ttl;
  }

  /** Does not overflow, unlike a conversion to nanoseconds. */
  private static String seconds(Duration duration) {
    return BigDecimal.valueOf(duration.getSeconds())
        .add(BigDecimal.valueOf(duration.getNano(), 9))
        .stripTrailingZeros()
        .toPlainString();
  }
}
