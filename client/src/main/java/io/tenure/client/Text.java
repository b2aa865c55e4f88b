package io.tenure.client;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Texts that the service takes up to some length. */
final class Text {
  private Text() {}

  static void require(String what, String text, int least, int most) {
    Objects.requireNonNull(text, what);
    // No character takes more than three bytes for each char: most texts need no copy.
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
}
