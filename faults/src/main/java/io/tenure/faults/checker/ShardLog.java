package io.tenure.faults.checker;

import io.tenure.faults.checker.safety.WatchStreams;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of a shard, merged from all watches. Each event has the time at which it was first
 * seen; it happened then or before.
 */
public final class ShardLog {
  /** A restore lifts the revision to the next multiple of this. */
  private static final long RESTORE_STEP = 1L << 40;

  private final List<Entry.Watched> events;
  private final Map<Long, Entry.Watched> byRevision;
  private final List<List<Entry.Watched>> stretches;

  private ShardLog(Map<Long, Entry.Watched> byRevision) {
    this.byRevision = byRevision;
    events = new ArrayList<>(byRevision.values());
    events.sort(Comparator.comparingLong(seen -> seen.event().revision()));
    stretches = cut(events);
  }

  /**
   * Puts the log together.
   *
   * @param watched in order of time
   */
  static ShardLog of(Collection<Entry.Watched> watched) {
    Map<Long, Entry.Watched> first = new HashMap<>();
    Set<Long> disputed = new HashSet<>();
    for (Entry.Watched seen : watched) {
      long revision = seen.event().revision();
      Entry.Watched known = first.putIfAbsent(revision, seen);
      if (known != null && !known.event().equals(seen.event())) {
        disputed.add(revision);
      }
    }
    if (!disputed.isEmpty()) {
      decide(watched, disputed, first);
    }
    return new ShardLog(first);
  }

  /**
   * What was shown in several versions goes on in the one that most watches showed, or the later
   * one: an event that was shown too early and then lost is the likely reason. That they differ is
   * told by {@link WatchStreams}.
   */
  private static void decide(
      Collection<Entry.Watched> watched, Set<Long> disputed, Map<Long, Entry.Watched> first) {
    Map<LogEvent, List<Entry.Watched>> versions = new HashMap<>();
    for (Entry.Watched seen : watched) {
      if (disputed.contains(seen.event().revision())) {
        versions.computeIfAbsent(seen.event(), event -> new ArrayList<>()).add(seen);
      }
    }
    Comparator<List<Entry.Watched>> bestLast =
        Comparator.<List<Entry.Watched>>comparingInt(List::size)
            .thenComparingLong(version -> version.get(0).nanos());
    List<List<Entry.Watched>> ranked = new ArrayList<>(versions.values());
    ranked.sort(bestLast);
    for (List<Entry.Watched> version : ranked) {
      first.put(version.get(0).event().revision(), version.get(0));
    }
  }

  private static List<List<Entry.Watched>> cut(List<Entry.Watched> events) {
    List<List<Entry.Watched>> stretches = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= events.size(); i++) {
      boolean goesOn =
          i < events.size()
              && events.get(i).event().revision() == events.get(i - 1).event().revision() + 1;
      if (!goesOn) {
        stretches.add(events.subList(start, i));
        start = i;
      }
    }
    return stretches;
  }

  /** Whether a restore explains that there is nothing between the two revisions. */
  public static boolean isRestore(long from, long to) {
    return to % RESTORE_STEP == 1 && from < to;
  }

  /** In order of revision. */
  public List<Entry.Watched> events() {
    return events;
  }

  /** The events again, in pieces within which nothing is missing. */
  public List<List<Entry.Watched>> stretches() {
    return stretches;
  }

  public Entry.@Nullable Watched at(long revision) {
    return byRevision.get(revision);
  }

  public long last() {
    return events.isEmpty() ? 0 : events.get(events.size() - 1).event().revision();
  }

  /** Whether everything from this revision to the last known one is known. */
  public boolean isWholeFrom(long revision) {
    return revision >= wholeFrom();
  }

  /** The first revision from which on everything is known; beyond all of them if nothing is. */
  long wholeFrom() {
    return stretches.isEmpty()
        ? Long.MAX_VALUE
        : stretches.get(stretches.size() - 1).get(0).event().revision();
  }
}
