package io.tenure.server.watch;

import io.tenure.core.Event;
import io.tenure.core.EventFormat;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Events as bytes, in a ring: the oldest leave, new ones are added at the end. There are many of
 * them and they live long, which as objects would keep the garbage collector busy. The arrays grow
 * as needed, and are used again and again.
 *
 * <p>An event has an index, counted from the oldest. Not for several threads at once.
 */
final class PackedEvents {
  /** As far as one array goes. */
  static final int MAX_BYTES = 1 << 30;

  /** What is kept beside the bytes: revision and end. */
  private static final int INDEX_BYTES = 16;

  private static final int TIME_BYTES = 8;
  private static final int FIRST_BYTES = 1 << 14;

  /** Where an event is made before its length is known. */
  private final ByteBuffer scratch = ByteBuffer.allocate(TIME_BYTES + EventFormat.MAX_BYTES);

  private final int maxBytes;
  private byte[] bytes = new byte[FIRST_BYTES];

  /** Rings, by an event's number: the revisions, and where the bytes end. */
  private long[] revisions = new long[1 << 8];

  private long[] ends = new long[1 << 8];

  private long firstNumber;
  private long nextNumber;
  private long start;
  private long end;

  /** Some of the events, to be unpacked by whoever wants them. */
  record Copy(ByteBuffer bytes, int count) {
    static final Copy NONE = new Copy(ByteBuffer.allocate(0), 0);

    void unpackTo(List<EventHistory.Entry> entries) {
      ByteBuffer in = bytes.duplicate();
      for (int i = 0; i < count; i++) {
        int begin = in.position();
        long appliedNanos = in.getLong();
        Event event = EventFormat.read(in);
        entries.add(new EventHistory.Entry(event, in.position() - begin, appliedNanos));
      }
    }
  }

  /**
   * Empty.
   *
   * @param keptBytes how many there are at most when one more event is added, up to {@link
   *     #MAX_BYTES}
   */
  PackedEvents(long keptBytes) {
    this.maxBytes =
        Math.max(FIRST_BYTES, Math.toIntExact(keptBytes) + TIME_BYTES + EventFormat.MAX_BYTES);
  }

  int size() {
    return (int) (nextNumber - firstNumber);
  }

  /** What they take. */
  long keptBytes() {
    return end - start + (long) INDEX_BYTES * size();
  }

  long revision(int index) {
    return revisions[slot(firstNumber + index)];
  }

  void add(EventHistory.Entry entry) {
    scratch.clear();
    scratch.putLong(entry.appliedNanos());
    EventFormat.write(entry.event(), scratch);
    scratch.flip();
    int length = scratch.limit();
    if (end + length - start > bytes.length) {
      growBytes(end + length - start);
    }
    if (size() == revisions.length) {
      growIndex();
    }
    int from = offset(end);
    int beforeWrap = Math.min(length, bytes.length - from);
    scratch.get(bytes, from, beforeWrap);
    scratch.get(bytes, 0, length - beforeWrap);
    end += length;
    revisions[slot(nextNumber)] = entry.revision();
    ends[slot(nextNumber)] = end;
    nextNumber++;
  }

  void removeFirst() {
    start = ends[slot(firstNumber)];
    firstNumber++;
  }

  void clear() {
    firstNumber = nextNumber;
    start = end;
  }

  int bytes(int index) {
    return (int) (startOf(index + 1) - startOf(index));
  }

  /** The events from one index up to another, that not included. */
  Copy copy(int fromIndex, int toIndex) {
    long from = startOf(fromIndex);
    int length = Math.toIntExact(startOf(toIndex) - from);
    return new Copy(ByteBuffer.wrap(take(from, length, length)), toIndex - fromIndex);
  }

  private long startOf(int index) {
    return index == 0 ? start : ends[slot(firstNumber + index - 1)];
  }

  /** This many bytes of the ring, at the beginning of an array of their own. */
  private byte[] take(long from, int length, int size) {
    byte[] taken = new byte[size];
    int offset = offset(from);
    int beforeWrap = Math.min(length, bytes.length - offset);
    System.arraycopy(bytes, offset, taken, 0, beforeWrap);
    System.arraycopy(bytes, 0, taken, beforeWrap, length - beforeWrap);
    return taken;
  }

  private void growBytes(long needed) {
    long grown = Math.min(maxBytes, Math.max(needed, 2L * bytes.length));
    if (grown < needed) {
      throw new IllegalStateException("broken invariant: " + needed + " bytes of events");
    }
    bytes = take(start, (int) (end - start), (int) grown);
    for (long number = firstNumber; number < nextNumber; number++) {
      ends[slot(number)] -= start;
    }
    end -= start;
    start = 0;
  }

  private void growIndex() {
    int size = size();
    long[] grownRevisions = new long[2 * size];
    long[] grownEnds = new long[2 * size];
    for (int i = 0; i < size; i++) {
      grownRevisions[i] = revisions[slot(firstNumber + i)];
      grownEnds[i] = ends[slot(firstNumber + i)];
    }
    revisions = grownRevisions;
    ends = grownEnds;
    firstNumber = 0;
    nextNumber = size;
  }

  private int slot(long number) {
    return (int) (number & (revisions.length - 1));
  }

  private int offset(long place) {
    return (int) (place % bytes.length);
  }
}
