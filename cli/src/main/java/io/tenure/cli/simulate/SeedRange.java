package io.tenure.cli.simulate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Seeds from the first to the last, both included. */
record SeedRange(long first, long last) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18})(?:\\.\\.(\\d{1,18}))?");

  SeedRange {
    if (first < 1 || last < first) {
      throw refused(first + ".." + last);
    }
  }

  /** Parses {@code 1..1000}, or {@code 17} for that seed alone. */
  static SeedRange parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw refused(text);
    }
    String first = matcher.group(1);
    String last = matcher.group(2) == null ? first : matcher.group(2);
    return new SeedRange(Long.parseLong(first), Long.parseLong(last));
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException("seeds: " + text + " (expected: FIRST..LAST, 1 or more)");
  }
}
