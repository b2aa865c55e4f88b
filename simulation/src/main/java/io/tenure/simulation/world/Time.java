package io.tenure.simulation.world;

import java.util.Locale;

/** Virtual time is a long in nanoseconds; these are its units. */
public final class Time {
  public static final long MICROSECOND = 1_000;
  public static final long MILLISECOND = 1_000 * MICROSECOND;
  public static final long SECOND = 1_000 * MILLISECOND;

  private Time() {}

  public static long seconds(double seconds) {
    return Math.round(seconds * SECOND);
  }

  public static long millis(long millis) {
    return millis * MILLISECOND;
  }

  /** For people, in seconds with microseconds: {@code 12.345678 s}. */
  public static String text(long nanos) {
    return String.format(Locale.ROOT, "%.6f s", (double) nanos / SECOND);
  }
}
