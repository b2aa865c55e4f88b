package io.tenure.server.watch;

import io.tenure.core.model.Event;
import io.tenure.core.snapshot.EventFormat;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events as bytes: the oldest leave, new ones are added at the end. There are many of them and they
 * live long, which as objects would keep the garbage collector busy. They are in chunks of the same
 * number of events, and a chunk whose events have left takes the next ones.
 *
 * <p>An event has an index, counted from the oldest. Not for several threads at once.
 */
final class PackedEvents {
  private static final int CHUNK_EVENTS = 256;

  /** What is kept beside the bytes: revision and end. */
  private static final int INDEX_BYTES = Long.BYTES + Integer.BYTES;

  private static final int TIME_BYTES = 8;

  /** Where an event is made before its length is known. */
  private final ByteBuffer scratch = ByteBuffer.allocate(TIME_BYTES + EventFormat.MAX_BYTES);

  /** All but the last one are full. */
  private final List<Chunk> chunks = new ArrayList<>();

  /** How many of the first chunk have left. */
  private int removed;

  private int size;
  private long bytes;

  /** Has no events. */
  private @Nullable Chunk spare;

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

  /** Events that come one after the other. */
  private static final class Chunk {
    private static final int FIRST_BYTES = 1 << 12;

    private final long[] revisions = new long[CHUNK_EVENTS];
    private final int[] ends = new int[CHUNK_EVENTS];
    private byte[] bytes = new byte[FIRST_BYTES];
    private int count;

    boolean isFull() {
      return count == CHUNK_EVENTS;
    }

    void add(long revision, ByteBuffer event) {
      int begin = start(count);
      int end = begin + event.remaining();
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, end + end / 4);
      }
      event.get(bytes, begin, event.remaining());
      revisions[count] = revision;
      ends[count] = end;
      count++;
      if (isFull() && end < bytes.length / 2) {
        bytes = Arrays.copyOf(bytes, end); // It was made for larger events.
      }
    }

    int start(int slot) {
      return slot == 0 ? 0 : ends[slot - 1];
    }
  }

  int size() {
    return size;
  }

  /** What they take. */
  long keptBytes() {
    return bytes + (long) INDEX_BYTES * size;
  }

  long revision(int index) {
    return chunk(index).revisions[slot(index)];
  }

  void add(EventHistory.Entry entry) {
    scratch.clear();
    scratch.putLong(entry.appliedNanos());
    EventFormat.write(entry.event(), scratch);
    scratch.flip();
    bytes += scratch.limit();
    if (chunks.isEmpty() || chunks.get(chunks.size() - 1).isFull()) {
      chunks.add(spare == null ? new Chunk() : spare);
      spare = null;
    }
    chunks.get(chunks.size() - 1).add(entry.revision(), scratch);
    size++;
  }

  void removeFirst() {
    bytes -= bytes(0);
    removed++;
    size--;
    if (removed == CHUNK_EVENTS) {
      Chunk left = chunks.remove(0);
      removed = 0;
      left.count = 0;
      spare = left;
    }
  }

  void clear() {
    chunks.clear();
    removed = 0;
    size = 0;
    bytes = 0;
  }

  int bytes(int index) {
    Chunk chunk = chunk(index);
    int slot = slot(index);
    return chunk.ends[slot] - chunk.start(slot);
  }

  /** The events from one index up to another, that not included. */
  Copy copy(int fromIndex, int toIndex) {
    int length = 0;
    for (int index = fromIndex; index < toIndex; index++) {
      length += bytes(index);
    }
    ByteBuffer copy = ByteBuffer.allocate(length);
    for (int index = fromIndex; index < toIndex; index++) {
      Chunk chunk = chunk(index);
      copy.put(chunk.bytes, chunk.start(slot(index)), bytes(index));
    }
    return new Copy(copy.flip(), toIndex - fromIndex);
  }

  private Chunk chunk(int index) {
    return chunks.get((removed + index) / CHUNK_EVENTS);
  }

  private int slot(int index) {
    return (removed + index) % CHUNK_EVENTS;
  }
}
