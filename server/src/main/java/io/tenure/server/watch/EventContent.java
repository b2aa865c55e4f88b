package io.tenure.server.watch;

import io.tenure.core.model.Event;
import io.tenure.core.model.Hold;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What events of every kind have in common. */
final class EventContent {
  /** The event, its record, the ids in there and the entry of the history: ten small objects. */
  private static final int EVENT_BYTES = 320;

  /** A target, its key and the key's string, without the characters. */
  private static final int TARGET_BYTES = 80;

  private EventContent() {}

  static List<Target> targets(Event event) {
    Hold hold = hold(event);
    return hold == null ? request(event).targets() : hold.targets();
  }

  /**
   * About what it costs to keep the event. Too much rather than too little: a hold's events share
   * its record.
   */
  static int estimatedBytes(Event event) {
    Hold hold = hold(event);
    if (hold != null) {
      return estimatedBytes(hold.owner(), hold.targets(), hold.value());
    }
    WaitingRequest request = request(event);
    return estimatedBytes(request.owner(), request.targets(), request.value());
  }

  private static int estimatedBytes(OwnerId owner, List<Target> targets, Value value) {
    int bytes = EVENT_BYTES + owner.label().length() + value.size();
    for (int i = 0; i < targets.size(); i++) {
      bytes += TARGET_BYTES + targets.get(i).key().path().length();
    }
    return bytes;
  }

  private static @Nullable Hold hold(Event event) {
    if (event instanceof Event.Granted granted) {
      return granted.hold();
    }
    if (event instanceof Event.Released released) {
      return released.hold();
    }
    if (event instanceof Event.ValueChanged changed) {
      return changed.hold();
    }
    if (event instanceof Event.Downgraded downgraded) {
      return downgraded.hold();
    }
    return null;
  }

  private static WaitingRequest request(Event event) {
    if (event instanceof Event.Queued queued) {
      return queued.request();
    }
    if (event instanceof Event.Withdrawn withdrawn) {
      return withdrawn.request();
    }
    throw new IllegalStateException("broken invariant: an event is about a hold or a request");
  }
}
