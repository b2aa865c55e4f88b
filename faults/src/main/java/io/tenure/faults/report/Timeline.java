package io.tenure.faults.report;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * When grants were acknowledged during a run, and the longest times without one.
 *
 * @param beganNanos when the first call was made
 * @param grantsPerSecond acknowledged, second by second, until the last calm, fault or call was
 *     over
 * @param perShard the same, of each shard for itself
 * @param skipped faults that could not begin
 * @param longestGapMillis without a grant in some shard, for each kind of fault: while it lasted or
 *     soon after
 */
public record Timeline(
    long beganNanos,
    List<Integer> grantsPerSecond,
    List<List<Integer>> perShard,
    long grants,
    long calls,
    long unknown,
    List<Entry.Fault> faults,
    List<Entry.Skipped> skipped,
    List<Entry.Calm> calms,
    Map<String, Long> longestGapMillis) {
  /** How long after a fault a gap still counts as its consequence. */
  private static final long AFTERMATH_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Longer than any run: a later time in the history is wrong. */
  private static final long MOST_NANOS = TimeUnit.DAYS.toNanos(8);

  public static Timeline of(History history) {
    Map<Long, Integer> shardOf = new HashMap<>();
    long began = Long.MAX_VALUE;
    List<Entry.Invoked> invoked = history.all(Entry.Invoked.class);
    for (Entry.Invoked call : invoked) {
      began = Math.min(began, call.nanos());
      if (call.operation().kind() == Operation.Kind.ACQUIRE) {
        shardOf.put(call.op(), call.operation().shard());
      }
    }
    long unknown = 0;
    LongStream.Builder all = LongStream.builder();
    Map<Integer, LongStream.Builder> byShard = new TreeMap<>();
    for (Entry.Returned result : history.all(Entry.Returned.class)) {
      Integer shard = shardOf.get(result.op());
      if (result.result().kind() == Result.Kind.UNKNOWN) {
        unknown++;
      } else if (result.result().kind() == Result.Kind.OK && shard != null) {
        all.add(result.nanos());
        byShard.computeIfAbsent(shard, each -> LongStream.builder()).add(result.nanos());
      }
    }
    long[] times = all.build().sorted().toArray();
    List<long[]> timesOfShards =
        byShard.values().stream().map(each -> each.build().sorted().toArray()).toList();
    List<Entry.Fault> faults = history.all(Entry.Fault.class);
    long ended = Math.min(ended(history), saturatedSum(began, MOST_NANOS));
    List<List<Integer>> perShard = new ArrayList<>();
    Map<String, Long> longestGaps = new TreeMap<>();
    for (long[] each : timesOfShards) {
      perShard.add(perSecond(each, began, ended));
      longestGaps(each, faults, ended)
          .forEach((kind, gap) -> longestGaps.merge(kind, gap, Math::max));
    }
    return new Timeline(
        began,
        perSecond(times, began, ended),
        perShard,
        times.length,
        invoked.size(),
        unknown,
        faults,
        history.all(Entry.Skipped.class),
        history.all(Entry.Calm.class),
        longestGaps);
  }

  /** The end of the last call, fault or calm; later watches and reads do not count. */
  private static long ended(History history) {
    return Stream.of(
            history.all(Entry.Invoked.class).stream().mapToLong(Entry::nanos),
            history.all(Entry.Returned.class).stream().mapToLong(Entry::nanos),
            history.all(Entry.Fault.class).stream().mapToLong(Entry.Fault::toNanos),
            history.all(Entry.Calm.class).stream().mapToLong(Entry.Calm::toNanos))
        .flatMapToLong(nanos -> nanos)
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private static long saturatedSum(long nanos, long more) {
    return nanos > Long.MAX_VALUE - more ? Long.MAX_VALUE : nanos + more;
  }

  /** Times outside the run count at its nearest end; the checker reports them. */
  private static List<Integer> perSecond(long[] times, long began, long ended) {
    if (ended < began) {
      return List.of();
    }
    int seconds = (int) TimeUnit.NANOSECONDS.toSeconds(ended - began) + 1;
    Integer[] counts = new Integer[seconds];
    Arrays.fill(counts, 0);
    for (long time : times) {
      long within = Math.max(began, Math.min(time, ended));
      counts[(int) TimeUnit.NANOSECONDS.toSeconds(within - began)]++;
    }
    return List.of(counts);
  }

  private static Map<String, Long> longestGaps(long[] times, List<Entry.Fault> faults, long ended) {
    Map<String, Long> longest = new TreeMap<>();
    for (Entry.Fault fault : faults) {
      long from = fault.fromNanos();
      long next = nextAfter(fault, faults);
      long to = Math.min(saturatedSum(fault.toNanos(), AFTERMATH_NANOS), next);
      long last = from;
      long gap = 0;
      int i = Arrays.binarySearch(times, from);
      for (i = i < 0 ? -i - 1 : i; i < times.length && last < to; i++) {
        gap = Math.max(gap, Math.min(times[i], next) - last);
        last = times[i];
      }
      if (i == times.length && last < to) {
        gap = Math.max(gap, Math.min(ended, next) - last);
      }
      longest.merge(fault.kind(), TimeUnit.NANOSECONDS.toMillis(gap), Math::max);
    }
    return longest;
  }

  /** The start of the first fault that began after this one was over. */
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
    return share(grantsPerSecond);
  }

  private static double share(List<Integer> counts) {
    long good = counts.stream().filter(count -> count > 0).count();
    return counts.isEmpty() ? 0 : (double) good / counts.size();
  }

  public int shards() {
    return perShard.size();
  }

  /** The availability of the shard that has the lowest. */
  public double worstAvailability() {
    return perShard.stream().mapToDouble(Timeline::share).min().orElse(0);
  }

  /** How often each kind of fault happened. */
  public Map<String, Integer> faultCounts() {
    Map<String, Integer> counts = new TreeMap<>();
    faults.forEach(fault -> counts.merge(fault.kind(), 1, Integer::sum));
    return counts;
  }

  /** How often each kind of fault could not start. */
  public Map<String, Integer> skippedCounts() {
    Map<String, Integer> counts = new TreeMap<>();
    skipped.forEach(fault -> counts.merge(fault.kind(), 1, Integer::sum));
    return counts;
  }

  /** Seconds since the beginning. */
  public double seconds(long nanos) {
    return (nanos - beganNanos) / 1e9;
  }
}
