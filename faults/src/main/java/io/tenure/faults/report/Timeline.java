package io.tenure.faults.report;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * How the service did over time: when grants were acknowledged, and how long none was.
 *
 * @param beganNanos when the first call was made
 * @param grantsPerSecond acknowledged, second by second
 * @param longestGapMillis without a grant, for each kind of fault: while it lasted or soon after
 */
public record Timeline(
    long beganNanos,
    List<Integer> grantsPerSecond,
    long grants,
    long calls,
    long unknown,
    List<Entry.Fault> faults,
    List<Entry.Calm> calms,
    Map<String, Long> longestGapMillis) {
  /** What a gap may have to do with a fault that is over. */
  private static final long AFTERMATH_NANOS = TimeUnit.SECONDS.toNanos(3);

  public static Timeline of(History history) {
    Set<Long> asked = new HashSet<>();
    long began = Long.MAX_VALUE;
    List<Entry.Invoked> invoked = history.all(Entry.Invoked.class);
    for (Entry.Invoked call : invoked) {
      began = Math.min(began, call.nanos());
      if (call.operation().kind() == Operation.Kind.ACQUIRE) {
        asked.add(call.op());
      }
    }
    long unknown = 0;
    List<Entry.Returned> returned = history.all(Entry.Returned.class);
    long[] times = new long[returned.size()];
    int grants = 0;
    for (Entry.Returned result : returned) {
      if (result.result().kind() == Result.Kind.UNKNOWN) {
        unknown++;
      } else if (result.result().kind() == Result.Kind.OK && asked.contains(result.op())) {
        times[grants++] = result.nanos();
      }
    }
    times = Arrays.copyOf(times, grants);
    Arrays.sort(times);
    List<Entry.Fault> faults = history.all(Entry.Fault.class);
    return new Timeline(
        began,
        perSecond(times, began),
        grants,
        invoked.size(),
        unknown,
        faults,
        history.all(Entry.Calm.class),
        longestGaps(times, faults));
  }

  private static List<Integer> perSecond(long[] times, long began) {
    if (times.length == 0) {
      return List.of();
    }
    int seconds = (int) TimeUnit.NANOSECONDS.toSeconds(times[times.length - 1] - began) + 1;
    Integer[] counts = new Integer[seconds];
    Arrays.fill(counts, 0);
    for (long time : times) {
      counts[(int) TimeUnit.NANOSECONDS.toSeconds(time - began)]++;
    }
    return List.of(counts);
  }

  private static Map<String, Long> longestGaps(long[] times, List<Entry.Fault> faults) {
    Map<String, Long> longest = new TreeMap<>();
    for (Entry.Fault fault : faults) {
      long from = fault.fromNanos();
      long next = nextAfter(fault, faults);
      long to = Math.min(fault.toNanos() + AFTERMATH_NANOS, next);
      long last = from;
      long gap = 0;
      int i = Arrays.binarySearch(times, from);
      for (i = i < 0 ? -i - 1 : i; i < times.length && last < to; i++) {
        gap = Math.max(gap, Math.min(times[i], next) - last);
        last = times[i];
      }
      longest.merge(fault.kind(), TimeUnit.NANOSECONDS.toMillis(gap), Math::max);
    }
    return longest;
  }

  /** When the next fault began, with which this one, which was over then, has nothing to do. */
  private static long nextAfter(Entry.Fault fault, List<Entry.Fault> faults) {
    long next = Long.MAX_VALUE;
    for (Entry.Fault other : faults) {
      if (other.fromNanos() >= fault.toNanos()) {
        next = Math.min(next, other.fromNanos());
      }
    }
    return next;
  }

  /** The share of seconds with a grant, 0 to 1. */
  public double availability() {
    long good = grantsPerSecond.stream().filter(count -> count > 0).count();
    return grantsPerSecond.isEmpty() ? 0 : (double) good / grantsPerSecond.size();
  }

  /** How often each kind of fault happened. */
  public Map<String, Integer> faultCounts() {
    Map<String, Integer> counts = new TreeMap<>();
    faults.forEach(fault -> counts.merge(fault.kind(), 1, Integer::sum));
    return counts;
  }

  /** Seconds since the beginning. */
  public double seconds(long nanos) {
    return (nanos - beganNanos) / 1e9;
  }
}
