package io.tenure.core.model;

/**
 * What every piece of client-chosen text must be: valid Unicode, printable, and bounded in UTF-8.
 */
final class Text {
  static final int INVALID = -1;

  private Text() {}

  /** Throws with a message that names the field, the value and the range. */
  static void require(String field, String text, int minBytes, int maxBytes) {
    int bytes = utf8Length(text);
    if (bytes == INVALID) {
      throw new IllegalArgumentException(
          field + ": " + quote(text) + " (expected: valid text without control characters)");
    }
    if (bytes < minBytes || bytes > maxBytes) {
      throw new IllegalArgumentException(
          field + ": " + bytes + " bytes (expected: " + minBytes + " to " + maxBytes + " bytes)");
    }
  }

  /** The length in UTF-8, or {@link #INVALID} for control characters and lone surrogates. */
  static int utf8Length(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        return INVALID;
      } else if (c < 0x80) {
        bytes += 1;
      } else if (c < 0x800) {
        bytes += 2;
      } else if (!Character.isSurrogate(c)) {
        bytes += 3;
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else {
        return INVALID;
      }
    }
    return bytes;
  }

  /** For error messages: printable, and not longer than a line. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    int shown = Math.min(text.length(), 64);
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
}
