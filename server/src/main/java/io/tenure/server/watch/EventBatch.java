package io.tenure.server.watch;

import io.tenure.core.model.Event;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One or more events that concern a filter, in order of revision. The same batch goes to all
 * subscribers of the filter that are at the same place, and remembers what it was encoded to. Safe
 * on any thread.
 */
public final class EventBatch {
  private final List<Event> events;
  private @Nullable Encoding encodings;

  /** What an encoder made of the batch; the next one is another encoder's. */
  private record Encoding(
      Function<EventBatch, ?> encoder, Object encoded, @Nullable Encoding next) {}

  public EventBatch(List<Event> events) {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("events: none (expected: 1 or more)");
    }
    this.events = List.copyOf(events);
  }

  public List<Event> events() {
    return events;
  }

  public long firstRevision() {
    return events.get(0).revision();
  }

  public long lastRevision() {
    return events.get(events.size() - 1).revision();
  }

  /**
   * What the encoder makes of this batch, computed once for each encoder: always pass the same
   * object, such as a constant.
   */
  public synchronized <T> T encodedBy(Function<EventBatch, T> encoder) {
    for (Encoding known = encodings; known != null; known = known.next()) {
      if (known.encoder() == encoder) {
        @SuppressWarnings("unchecked") // this encoder made it
        T encoded = (T) known.encoded();
        return encoded;
      }
    }
    T encoded = encoder.apply(this);
    encodings = new Encoding(encoder, encoded, encodings);
    return encoded;
  }
}
