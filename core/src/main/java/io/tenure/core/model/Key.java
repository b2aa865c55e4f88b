package io.tenure.core.model;

/**
 * What is locked: a path such as {@code /billing/month-end}. One to {@value #MAX_SEGMENTS}
 * segments, at most {@value #MAX_BYTES} bytes of UTF-8, no empty, {@code .} or {@code ..} segment,
 * no control character. Keys are compared as text; nothing is normalised.
 */
public final class Key implements Comparable<Key> {
  public static final int MAX_BYTES = 512;
  public static final int MAX_SEGMENTS = 16;

  private final String path;

  private Key(String path) {
    this.path = path;
  }

  /**
   * Parses a path.
   *
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public static Key of(String path) {
    Text.require("key", path, 2, MAX_BYTES);
    if (path.charAt(0) != '/') {
      throw refused(path, "a path that starts with /");
    }
    int segments = 0;
    int from = 1;
    while (from <= path.length()) {
      int to = segmentEnd(path, from);
      if (isEmptyOrDots(path, from, to)) {
        throw refused(path, "no empty, \".\" or \"..\" segment");
      }
      segments++;
      from = to + 1;
    }
    if (segments > MAX_SEGMENTS) {
      throw refused(path, "1 to " + MAX_SEGMENTS + " segments");
    }
    return new Key(path);
  }

  /** Where the segment that starts here ends. */
  public static int segmentEnd(String path, int from) {
    int slash = path.indexOf('/', from);
    return slash < 0 ? path.length() : slash;
  }

  private static boolean isEmptyOrDots(String path, int from, int to) {
    return switch (to - from) {
      case 0 -> true;
      case 1 -> path.charAt(from) == '.';
      case 2 -> path.charAt(from) == '.' && path.charAt(from + 1) == '.';
      default -> false;
    };
  }

  private static IllegalArgumentException refused(String path, String expected) {
    return new IllegalArgumentException(
        "key: " + Text.quote(path) + " (expected: " + expected + ")");
  }

  public String path() {
    return path;
  }

  /** Whether this key is a proper prefix of the other, segment by segment. */
  public boolean isAncestorOf(Key other) {
    return path.length() < other.path.length()
        && other.path.charAt(path.length()) == '/'
        && other.path.startsWith(path);
  }

  /**
   * Segment by segment, so that a key comes right before everything below it; inside a segment as
   * the bytes of UTF-8 compare, which any language can repeat.
   */
  @Override
  public int compareTo(Key other) {
    int common = Math.min(path.length(), other.path.length());
    for (int i = 0; i < common; i++) {
      char mine = path.charAt(i);
      char theirs = other.path.charAt(i);
      if (mine != theirs) {
        return Integer.compare(rank(mine), rank(theirs));
      }
    }
    return Integer.compare(path.length(), other.path.length());
  }

  /** Surrogates stand for what comes after every other character. */
  private static int rank(char c) {
    if (c == '/') {
      return 0;
    }
    return Character.isSurrogate(c) ? c + 0x10000 : c;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Key key && key.path.equals(path);
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }

  @Override
  public String toString() {
    return path;
  }
}
