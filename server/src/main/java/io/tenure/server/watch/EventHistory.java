package io.tenure.server.watch;

import io.tenure.core.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The newest events of a shard, bounded by number and by an estimate of their size. The applier's
 * thread writes, any other reads; nobody holds the lock for longer than it takes to copy a batch of
 * references.
 *
 * <p>Revisions grow but may jump, so events are found by search. Beside its revision an event has a
 * <i>position</i>: how many events came before it since this node started.
 */
final class EventHistory {

  /**
   * An event as it is kept.
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

  /** By position, in a ring. */
  private final @Nullable Entry[] ring;

  private final long maxBytes;

  private long oldestPosition;
  private long nextPosition;
  private long keptBytes;

  /** Of the events up to here, not all are kept. */
  private long compactedThrough;

  private long lastRevision;

  EventHistory(int maxEvents, long maxBytes) {
    this.ring = new @Nullable Entry[maxEvents];
    this.maxBytes = maxBytes;
  }

  synchronized void append(List<Event> events, long appliedNanos) {
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      if (event.revision() <= lastRevision) {
        throw new IllegalStateException(
            "broken invariant: event " + event.revision() + " came after " + lastRevision);
      }
      Entry added = new Entry(event, EventContent.estimatedBytes(event), appliedNanos);
      if (nextPosition - oldestPosition == ring.length) {
        dropOldest();
      }
      ring[slot(nextPosition)] = added;
      nextPosition++;
      keptBytes += added.bytes();
      lastRevision = event.revision();
      while (keptBytes > maxBytes && nextPosition - oldestPosition > 1) {
        dropOldest();
      }
    }
  }

  private void dropOldest() {
    Entry dropped = at(oldestPosition);
    ring[slot(oldestPosition)] = null;
    oldestPosition++;
    keptBytes -= dropped.bytes();
    compactedThrough = dropped.revision();
  }

  /**
   * Forgets everything: the state was replaced, and what happened up to this revision is unknown.
   */
  synchronized void reset(long revision) {
    if (revision < lastRevision) {
      throw new IllegalStateException(
          "broken invariant: restored to revision " + revision + " after " + lastRevision);
    }
    Arrays.fill(ring, null);
    oldestPosition = nextPosition;
    keptBytes = 0;
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
    long low = oldestPosition;
    long high = nextPosition;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (at(middle).revision() <= revision) {
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
  synchronized Optional<Span> after(long revision, long upTo, int maxEvents, long maxBatchBytes) {
    if (revision < compactedThrough) {
      return Optional.empty();
    }
    List<Entry> entries = new ArrayList<>();
    long bytes = 0;
    for (long position = positionAfter(revision); position < nextPosition; position++) {
      Entry entry = at(position);
      bytes += entry.bytes();
      if (entry.revision() > upTo) {
        break;
      }
      if (!entries.isEmpty() && (entries.size() == maxEvents || bytes > maxBatchBytes)) {
        return Optional.of(new Span(entries, entries.get(entries.size() - 1).revision()));
      }
      entries.add(entry);
    }
    return Optional.of(new Span(entries, Math.max(revision, Math.min(upTo, lastRevision))));
  }

  private Entry at(long position) {
    Entry entry = ring[slot(position)];
    if (entry == null) {
      throw new IllegalStateException("broken invariant: no event at position " + position);
    }
    return entry;
  }

  private int slot(long position) {
    return (int) (position % ring.length);
  }
}
