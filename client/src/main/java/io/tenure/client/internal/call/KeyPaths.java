package io.tenure.client.internal.call;

/**
 * Checks that a key is valid: a path such as {@code /billing/month-end}, of 1 to 16 segments, none
 * of them empty, {@code .} or {@code ..}, without control characters.
 */
public final class KeyPaths {
  public static final int MAX_BYTES = 512;
  private static final int MAX_SEGMENTS = 16;

  private KeyPaths() {}

  /**
   * Returns the key.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static String require(String key) {
    TextLimits.require("key", key, 2, MAX_BYTES);
    if (!TextLimits.isPrintable(key)) {
      throw refused(key, "valid text without control characters");
    } else if (key.charAt(0) != '/') {
      throw refused(key, "a path that starts with /");
    }
    int segments = 0;
    for (int from = 1; from <= key.length(); segments++) {
      int slash = key.indexOf('/', from);
      int to = slash < 0 ? key.length() : slash;
      if (isEmptyOrDots(key, from, to)) {
        throw refused(key, "no empty, \".\" or \"..\" segment");
      }
      from = to + 1;
    }
    if (segments > MAX_SEGMENTS) {
      throw refused(key, "1 to " + MAX_SEGMENTS + " segments");
    }
    return key;
  }

  private static boolean isEmptyOrDots(String key, int from, int to) {
    return to - from <= 2 && "..".startsWith(key.substring(from, to));
  }

  private static IllegalArgumentException refused(String key, String expected) {
    return new IllegalArgumentException(
        "key: " + TextLimits.quote(key) + " (expected: " + expected + ")");
  }
}
