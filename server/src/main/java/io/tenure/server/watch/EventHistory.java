package io.tenure.server.watch;

import io.tenure.core.model.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The newest events of a shard, bounded by number and by an estimate of their size. The applier's
 * thread writes, any other reads; nobody holds the lock for longer than it takes to copy a batch.
 * Those that were added last, which most readers want, are kept as they are, older ones as bytes.
 *
 * <p>Revisions grow but may jump, so events are found by search. Beside its revision an event has a
 * <i>position</i>: how many events came before it since this node started.
 */
final class EventHistory {
  /**
   * An event as it is given out.
   *
   * @param bytes what it counts for
   */
  record Entry(Event event, int bytes, long appliedNanos) {
    long revision() {
      return event.revision();
    }
  }

  /**
   * Everything that happened after some revision, up to another.
   *
   * @param through the revision up to which nothing is missing from the entries
   */
  record Span(List<Entry> entries, long through) {}

  private final int maxEvents;
  private final long maxBytes;

  /** From {@link #oldestPosition} to {@link #recentPosition}. */
  private final PackedEvents packed = new PackedEvents();

  /** From there on, by position, in a ring. */
  private final @Nullable Entry[] recent;

  private long recentPosition;
  private long nextPosition;
  private long recentBytes;

  /** Of the events up to here, not all are kept. */
  private long compactedThrough;

  private long lastRevision;

  /**
   * Nothing has happened yet.
   *
   * @param recentEvents how many are kept as they are; those who are up to date want no others
   */
  EventHistory(int maxEvents, long maxBytes, int recentEvents) {
    this.maxEvents = maxEvents;
    this.maxBytes = maxBytes;
    this.recent = new @Nullable Entry[Math.min(maxEvents, recentEvents)];
  }

  synchronized void append(List<Event> events, long appliedNanos) {
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      if (event.revision() <= lastRevision) {
        throw new IllegalStateException(
            "broken invariant: event " + event.revision() + " came after " + lastRevision);
      }
      if (nextPosition - oldestPosition() == maxEvents) {
        dropOldest();
      }
      if (nextPosition - recentPosition == recent.length) {
        packed.add(removeRecent());
      }
      Entry added = new Entry(event, EventContent.estimatedBytes(event), appliedNanos);
      recent[slot(nextPosition)] = added;
      nextPosition++;
      recentBytes += added.bytes();
      lastRevision = event.revision();
      while (recentBytes + packed.keptBytes() > maxBytes && nextPosition - oldestPosition() > 1) {
        dropOldest();
      }
    }
  }

  private void dropOldest() {
    compactedThrough = revisionAt(oldestPosition());
    if (packed.size() > 0) {
      packed.removeFirst();
    } else {
      removeRecent();
    }
  }

  private Entry removeRecent() {
    Entry removed = recentAt(recentPosition);
    recent[slot(recentPosition)] = null;
    recentPosition++;
    recentBytes -= removed.bytes();
    return removed;
  }

  /**
   * Forgets everything: the state was replaced, and what happened up to this revision is unknown.
   */
  synchronized void reset(long revision) {
    if (revision < lastRevision) {
      throw new IllegalStateException(
          "broken invariant: restored to revision " + revision + " after " + lastRevision);
    }
    packed.clear();
    Arrays.fill(recent, null);
    recentPosition = nextPosition;
    recentBytes = 0;
    compactedThrough = revision;
    lastRevision = revision;
  }

  synchronized long compactedThrough() {
    return compactedThrough;
  }

  /** Of the last event, or of the snapshot if none has come since. */
  synchronized long lastRevision() {
    return lastRevision;
  }

  /** How many events there have been. */
  synchronized long nextPosition() {
    return nextPosition;
  }

  /** The position of the first event after the revision; of the oldest one kept if that is gone. */
  synchronized long positionAfter(long revision) {
    long low = oldestPosition();
    long high = nextPosition;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (revisionAt(middle) <= revision) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The events after {@code revision} and up to {@code upTo}: as many as fit, but at least one if
   * there is one.
   *
   * @return empty if some of them are not kept any more
   */
  Optional<Span> after(long revision, long upTo, int maxEvents, long maxBatchBytes) {
    PackedEvents.Copy older;
    List<Entry> newer = new ArrayList<>();
    long through;
    synchronized (this) {
      if (revision < compactedThrough) {
        return Optional.empty();
      }
      long first = positionAfter(revision);
      long end = first;
      long bytes = 0;
      boolean full = false;
      while (end < nextPosition && revisionAt(end) <= upTo) {
        bytes += bytesAt(end);
        full = end > first && (end - first == maxEvents || bytes > maxBatchBytes);
        if (full) {
          break;
        }
        end++;
      }
      through = full ? revisionAt(end - 1) : Math.max(revision, Math.min(upTo, lastRevision));
      older = copyPacked(first, Math.min(end, recentPosition));
      for (long position = Math.max(first, recentPosition); position < end; position++) {
        newer.add(recentAt(position));
      }
    }
    if (older.count() == 0) {
      return Optional.of(new Span(newer, through));
    }
    List<Entry> entries = new ArrayList<>(older.count() + newer.size());
    older.unpackTo(entries);
    entries.addAll(newer);
    return Optional.of(new Span(entries, through));
  }

  private PackedEvents.Copy copyPacked(long first, long end) {
    return first >= end
        ? PackedEvents.Copy.NONE
        : packed.copy((int) (first - oldestPosition()), (int) (end - oldestPosition()));
  }

  private long oldestPosition() {
    return recentPosition - packed.size();
  }

  private long revisionAt(long position) {
    return position < recentPosition
        ? packed.revision((int) (position - oldestPosition()))
        : recentAt(position).revision();
  }

  private long bytesAt(long position) {
    return position < recentPosition
        ? packed.bytes((int) (position - oldestPosition()))
        : recentAt(position).bytes();
  }

  private Entry recentAt(long position) {
    Entry entry = recent[slot(position)];
    if (entry == null) {
      throw new IllegalStateException("broken invariant: no event at position " + position);
    }
    return entry;
  }

  private int slot(long position) {
    return (int) (position % recent.length);
  }
}
