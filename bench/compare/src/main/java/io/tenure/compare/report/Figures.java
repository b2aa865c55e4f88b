package io.tenure.compare.report;

import io.tenure.compare.result.Faults;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats numbers with units. */
public final class Figures {
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;

  private Figures() {}

  /** With at least three digits: 1,234, 98.7, 4.56. */
  public static String number(double value) {
    double size = Math.abs(value);
    String form = size >= 99.95 || size == 0 ? "%,.0f" : size >= 9.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, form, value);
  }

  public static String rate(double perSecond) {
    return number(perSecond) + "/s";
  }

  public static String micros(double micros) {
    if (micros >= MICROS_PER_SECOND) {
      return number(micros / MICROS_PER_SECOND) + " s";
    }
    return micros >= MICROS_PER_MILLI
        ? number(micros / MICROS_PER_MILLI) + " ms"
        : number(micros) + " µs";
  }

  /** Always in microseconds. */
  static String exactMicros(double micros) {
    return number(micros) + " µs";
  }

  static String seconds(double seconds) {
    return number(seconds) + " s";
  }

  static String percent(double percent) {
    return number(percent) + " %";
  }

  public static String millis(double millis) {
    return micros(millis * MICROS_PER_MILLI);
  }

  /** The gap of a failover, which is observed up to a limit. */
  public static String gap(double millis) {
    return millis < Gap.LIMIT.toMillis() ? millis(millis) : "> " + Gap.LIMIT.toSeconds() + " s";
  }

  public static String count(double count) {
    return String.format(Locale.ROOT, "%,.0f", count);
  }

  public static String mib(double mib) {
    return number(mib) + " MiB";
  }

  public static String ratio(double ratio) {
    return "×" + number(ratio);
  }

  /** A long time, rounded: 40 s, 12 min, 1 h 50 min. */
  public static String time(double seconds) {
    long minutes = Math.round(seconds / 60);
    if (seconds < 99.5) {
      return Math.max(0, Math.round(seconds)) + " s";
    }
    return minutes < 60
        ? minutes + " min"
        : (minutes / 60) + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
  }

  /** The number of faults in all runs, also if there are none. */
  public static String sums(List<Run> runs) {
    Faults sum = runs.stream().map(Run::faults).reduce(Faults.NONE, Faults::plus);
    return String.format(
        Locale.ROOT,
        "%s: %,d mutual exclusion violations, %,d stale tokens, %,d lost grants, %,d stuck keys",
        runs.size() == 1 ? "1 run" : String.format(Locale.ROOT, "%,d runs", runs.size()),
        sum.violations(),
        sum.staleTokens(),
        sum.lostGrants(),
        sum.stuckKeys());
  }

  /** Why a run is invalid. */
  public static String faults(Run run) {
    Faults faults = run.faults();
    List<String> parts = new ArrayList<>();
    if (run.failure() != null) {
      // The other lines, such as the end of a log, are only in results.json.
      parts.add(run.failure().lines().findFirst().orElse(""));
    }
    add(parts, faults.violations(), "mutual exclusion violations");
    add(parts, faults.staleTokens(), "stale tokens");
    add(parts, faults.lostGrants(), "lost grants");
    add(parts, faults.stuckKeys(), "stuck keys");
    if (!faults.examples().isEmpty()) {
      parts.add("e.g. " + faults.examples().get(0));
    }
    return String.join("; ", parts);
  }

  private static void add(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(String.format(Locale.ROOT, "%,d %s", count, what));
    }
  }
}
