package io.tenure.core.random.check;

import io.tenure.core.model.Event;
import io.tenure.core.snapshot.EventFormat;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Makes bytes of events, and events of these. */
public final class Packed {
  private final ByteBuffer buffer = ByteBuffer.allocate(EventFormat.MAX_BYTES);

  public List<Event> andBack(List<Event> events) {
    List<Event> back = new ArrayList<>();
    for (Event event : events) {
      buffer.clear();
      EventFormat.write(event, buffer);
      buffer.flip();
      back.add(EventFormat.read(buffer));
      if (buffer.hasRemaining()) {
        throw new IllegalStateException(buffer.remaining() + " bytes left of " + event);
      }
    }
    return back;
  }
}
