package io.tenure.server.watch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * When to look at which subscription because it may have been told nothing for long. Holds every
 * subscription that was admitted.
 *
 * <p>Each has a patience of its own, evenly spread between half of the longest time and all of it,
 * so that those that were told something together do not come due together. Telling somebody
 * something costs nothing here: a subscription is looked at when its patience could have run out,
 * and put off by as much as it has not.
 */
final class ProgressSchedule {
  /** 2^64 over the golden ratio: multiples of it, modulo 2^64, are spread evenly. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long halfNanos;

  private final TreeSet<Watch> byTime;
  private long numbers;

  ProgressSchedule(long progressMillis, long nanos) {
    this.halfNanos = TimeUnit.MILLISECONDS.toNanos(progressMillis) / 2;
    // As nanoTime() may overflow, times are compared by how far they are from now.
    this.byTime =
        new TreeSet<>(
            Comparator.<Watch>comparingLong(watch -> watch.progressNanos - nanos)
                .thenComparingLong(watch -> watch.number));
  }

  /** Gives it its number. */
  void add(Watch watch, long nanos) {
    watch.number = ++numbers;
    watch.toldNanos = nanos;
    put(watch);
  }

  private void put(Watch watch) {
    watch.progressNanos = watch.toldNanos + patienceNanos(watch);
    byTime.add(watch);
  }

  private long patienceNanos(Watch watch) {
    long fraction = (watch.number * GOLDEN) >>> 48;
    return halfNanos + ((halfNanos * fraction) >> 16);
  }

  void remove(Watch watch) {
    byTime.remove(watch);
  }

  /** One that has been told nothing for as long as its patience lasts. Its patience starts anew. */
  @Nullable Watch poll(long nanos) {
    while (nanosUntilNext(nanos) <= 0) {
      Watch watch = byTime.pollFirst();
      boolean due = nanos - watch.toldNanos >= patienceNanos(watch);
      if (due) {
        watch.toldNanos = nanos;
      }
      put(watch);
      if (due) {
        return watch;
      }
    }
    return null;
  }

  long nanosUntilNext(long nanos) {
    return byTime.isEmpty() ? Long.MAX_VALUE : byTime.first().progressNanos - nanos;
  }

  List<Watch> removeAll() {
    List<Watch> removed = new ArrayList<>(byTime);
    byTime.clear();
    return removed;
  }
}
