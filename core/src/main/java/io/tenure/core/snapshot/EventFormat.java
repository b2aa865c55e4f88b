package io.tenure.core.snapshot;

import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Events as bytes, for those who keep many of them in memory: less than the objects take, and
 * nothing that a collector has to follow. Good inside one process only; nothing of it is ever
 * stored or sent.
 */
public final class EventFormat {
  private EventFormat() {}

  /** No event takes more. */
  public static final int MAX_BYTES =
      64
          + 2 * OwnerId.MAX_LABEL_BYTES
          + Value.MAX_BYTES
          + Command.AcquireLock.MAX_TARGETS * (Key.MAX_BYTES + 8);

  private static final byte GRANTED = 1;
  private static final byte QUEUED = 2;
  private static final byte RELEASED = 3;
  private static final byte WITHDRAWN = 4;
  private static final byte VALUE_CHANGED = 5;
  private static final byte DOWNGRADED = 6;

  private static final GrantCause[] GRANT_CAUSES = GrantCause.values();
  private static final EndCause[] END_CAUSES = EndCause.values();
  private static final Mode.Kind[] KINDS = Mode.Kind.values();
  private static final Scope[] SCOPES = Scope.values();

  /** Puts the event where the buffer stands. It needs {@link #MAX_BYTES} of room at most. */
  public static void write(Event event, ByteBuffer out) {
    if (event instanceof Event.Granted granted) {
      begin(out, GRANTED, event);
      write(granted.hold(), out);
      out.putLong(granted.answered().number());
      write(granted.cause(), out);
      out.putLong(granted.replaced());
    } else if (event instanceof Event.Released released) {
      begin(out, RELEASED, event);
      write(released.hold(), out);
      write(released.cause(), out);
    } else if (event instanceof Event.Queued queued) {
      begin(out, QUEUED, event);
      write(queued.request(), out);
    } else if (event instanceof Event.Withdrawn withdrawn) {
      begin(out, WITHDRAWN, event);
      write(withdrawn.request(), out);
      write(withdrawn.cause(), out);
    } else if (event instanceof Event.ValueChanged changed) {
      begin(out, VALUE_CHANGED, event);
      write(changed.hold(), out);
    } else if (event instanceof Event.Downgraded downgraded) {
      begin(out, DOWNGRADED, event);
      write(downgraded.hold(), out);
    } else {
      throw new IllegalStateException("broken invariant: unknown event: " + event);
    }
  }

  /** The event that begins where the buffer stands, which then stands behind it. */
  public static Event read(ByteBuffer in) {
    byte tag = in.get();
    long revision = in.getLong();
    return switch (tag) {
      case GRANTED -> {
        Hold hold = readHold(in);
        RequestId answered = new RequestId(hold.request().session(), in.getLong());
        GrantCause cause = GRANT_CAUSES[in.get()];
        yield new Event.Granted(revision, hold, answered, cause, in.getLong());
      }
      case RELEASED -> new Event.Released(revision, readHold(in), END_CAUSES[in.get()]);
      case QUEUED -> new Event.Queued(revision, readRequest(in));
      case WITHDRAWN -> new Event.Withdrawn(revision, readRequest(in), END_CAUSES[in.get()]);
      case VALUE_CHANGED -> new Event.ValueChanged(revision, readHold(in));
      case DOWNGRADED -> new Event.Downgraded(revision, readHold(in));
      default -> throw new IllegalStateException("broken invariant: no event begins with " + tag);
    };
  }

  private static void begin(ByteBuffer out, byte tag, Event event) {
    out.put(tag);
    out.putLong(event.revision());
  }

  private static void write(Hold hold, ByteBuffer out) {
    out.putLong(hold.token());
    write(hold.owner(), hold.party(), hold.request(), out);
    write(hold.targets(), out);
    write(hold.value(), out);
  }

  private static Hold readHold(ByteBuffer in) {
    long token = in.getLong();
    RequestId request = readRequestId(in);
    OwnerId owner = new OwnerId(request.session(), readText(in));
    return new Hold(token, owner, readParty(in, owner), request, readTargets(in), readValue(in));
  }

  private static void write(WaitingRequest request, ByteBuffer out) {
    out.putLong(request.arrival());
    out.putLong(request.upgradeOf());
    write(request.owner(), request.party(), request.request(), out);
    write(request.targets(), out);
    write(request.value(), out);
  }

  private static WaitingRequest readRequest(ByteBuffer in) {
    long arrival = in.getLong();
    long upgradeOf = in.getLong();
    RequestId request = readRequestId(in);
    OwnerId owner = new OwnerId(request.session(), readText(in));
    String party = readParty(in, owner);
    return new WaitingRequest(
        arrival, owner, party, request, readTargets(in), readValue(in), upgradeOf);
  }

  /** Empty if it is the owner. */
  private static String readParty(ByteBuffer in, OwnerId owner) {
    String party = readText(in);
    return party.isEmpty() ? owner.label() : party;
  }

  /** An owner asks in its own session. */
  private static void write(OwnerId owner, String party, RequestId request, ByteBuffer out) {
    out.putLong(request.session().number());
    out.putLong(request.number());
    write(owner.label(), out);
    write(party.equals(owner.label()) ? "" : party, out);
  }

  private static RequestId readRequestId(ByteBuffer in) {
    return new RequestId(new SessionId(in.getLong()), in.getLong());
  }

  private static void write(List<Target> targets, ByteBuffer out) {
    out.put((byte) targets.size());
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      write(target.key().path(), out);
      write(target.mode().kind(), out);
      out.putInt(target.mode().limit());
      write(target.scope(), out);
    }
  }

  private static List<Target> readTargets(ByteBuffer in) {
    Target[] targets = new Target[in.get()];
    for (int i = 0; i < targets.length; i++) {
      Key key = Key.of(readText(in));
      Mode mode = new Mode(KINDS[in.get()], in.getInt());
      targets[i] = new Target(key, mode, SCOPES[in.get()]);
    }
    return List.of(targets);
  }

  private static void write(String text, ByteBuffer out) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.putShort((short) bytes.length);
    out.put(bytes);
  }

  private static String readText(ByteBuffer in) {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  private static void write(Value value, ByteBuffer out) {
    out.putShort((short) value.size());
    if (value.size() > 0) {
      out.put(value.bytes());
    }
  }

  private static Value readValue(ByteBuffer in) {
    return Value.of(readBytes(in));
  }

  private static byte[] readBytes(ByteBuffer in) {
    byte[] bytes = new byte[in.getShort()];
    in.get(bytes);
    return bytes;
  }

  /** Written and read by the same classes. */
  @SuppressWarnings("EnumOrdinal")
  private static void write(Enum<?> constant, ByteBuffer out) {
    out.put((byte) constant.ordinal());
  }
}
