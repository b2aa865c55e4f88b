package io.tenure.server.api.stream;

import io.tenure.protocol.v1.Error;
import io.tenure.server.api.load.ConnectionLoad;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests of one stream that are not answered yet. On the loop, except {@link #requests}. */
final class OpenSlots {
  private final ConnectionLoad load;
  private final Map<Long, StreamSlot> byCorrelation = new HashMap<>();
  private int watches;

  /** Written by the loop. */
  private volatile int requests;

  OpenSlots(ConnectionLoad load) {
    this.load = load;
  }

  boolean contains(long correlation) {
    return byCorrelation.containsKey(correlation);
  }

  @Nullable StreamSlot get(long correlation) {
    return byCorrelation.get(correlation);
  }

  boolean isEmpty() {
    return byCorrelation.isEmpty();
  }

  /** Why the request is refused, or null if it has its slot now. */
  @Nullable Error take(StreamSlot slot) {
    Error full = load.take(slot);
    if (full == null) {
      byCorrelation.put(slot.correlation, slot);
      watches += slot.isWatch() ? 1 : 0;
    }
    return full;
  }

  /**
   * Gives the slot up, if that was not done before. Returns the bytes that the caller must free in
   * the load.
   */
  long giveUp(StreamSlot slot) {
    if (!byCorrelation.remove(slot.correlation, slot)) {
      return 0;
    }
    load.left(slot);
    watches -= slot.isWatch() ? 1 : 0;
    return slot.bytes();
  }

  /** Those at this moment. */
  List<StreamSlot> all() {
    return new ArrayList<>(byCorrelation.values());
  }

  void wakeWatches() {
    for (StreamSlot slot : byCorrelation.values()) {
      if (slot.watch != null) {
        slot.watch.wake();
      }
    }
  }

  /** Makes {@link #requests} true. */
  void count() {
    requests = byCorrelation.size() - watches;
  }

  /** How many there are besides watches. Any thread. */
  int requests() {
    return requests;
  }
}
