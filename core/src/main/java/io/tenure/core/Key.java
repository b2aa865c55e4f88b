package io.tenure.core;

import java.util.Arrays;

/**
 * What is locked: a path such as {@code /billing/month-end}. One to {@value #MAX_SEGMENTS}
 * segments, at most {@value #MAX_BYTES} bytes of UTF-8, no empty, {@code .} or {@code ..} segment,
 * no control character. Keys are compared as text; nothing is normalised.
 */
public final class Key implements Comparable<Key> {
  public static final int MAX_BYTES = 512;
  public static final int MAX_SEGMENTS = 16;

  private final String path;
  private final String[] segments;

  private Key(String path, String[] segments) {
    this.path = path;
    this.segments = segments;
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
    int count = 0;
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) == '/') {
        count++;
      }
    }
    if (count > MAX_SEGMENTS) {
      throw refused(path, "1 to " + MAX_SEGMENTS + " segments");
    }
    String[] segments = new String[count];
    int from = 1;
    for (int i = 0; i < count; i++) {
      int slash = path.indexOf('/', from);
      int to = slash < 0 ? path.length() : slash;
      String segment = path.substring(from, to);
      if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
        throw refused(path, "no empty, \".\" or \"..\" segment");
      }
      segments[i] = segment;
      from = to + 1;
    }
    return new Key(path, segments);
  }

  private static IllegalArgumentException refused(String path, String expected) {
    return new IllegalArgumentException(
        "key: " + Text.quote(path) + " (expected: " + expected + ")");
  }

  public String path() {
    return path;
  }

  public int depth() {
    return segments.length;
  }

  String segment(int index) {
    return segments[index];
  }

  /** Whether this key is a proper prefix of the other, segment by segment. */
  public boolean isAncestorOf(Key other) {
    return path.length() < other.path.length()
        && other.path.charAt(path.length()) == '/'
        && other.path.startsWith(path);
  }

  @Override
  public int compareTo(Key other) {
    return Arrays.compare(segments, other.segments);
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
