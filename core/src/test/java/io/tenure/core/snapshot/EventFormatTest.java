package io.tenure.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.GoldenEvents;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Golden bytes, and what the random runs have none of: events as large as can be. */
final class EventFormatTest {

  @Test
  void largestEventHasRoom() {
    SessionId session = new SessionId(Long.MAX_VALUE);
    OwnerId owner = new OwnerId(session, "ü".repeat(OwnerId.MAX_LABEL_BYTES / 2));
    RequestId request = new RequestId(session, Long.MAX_VALUE);
    List<Target> targets =
        IntStream.range(0, Command.AcquireLock.MAX_TARGETS)
            .mapToObj(n -> String.format("/%x%s", n, "€".repeat(170)))
            .map(path -> new Target(Key.of(path), Mode.semaphore(1_000_000), Scope.SUBTREE))
            .toList();
    Value value = Value.of(new byte[Value.MAX_BYTES]);
    WaitingRequest waiting =
        new WaitingRequest(Limits.MAX_REVISION, owner, request, targets, value, 7);
    Event event = new Event.Withdrawn(Limits.MAX_REVISION, waiting, EndCause.AWAY);
    ByteBuffer buffer = ByteBuffer.allocate(EventFormat.MAX_BYTES);

    EventFormat.write(event, buffer);
    buffer.flip();

    assertThat(EventFormat.read(buffer)).isEqualTo(event);
    assertThat(buffer.hasRemaining()).isFalse();
  }

  @Test
  void eventsAreWrittenAsTheseBytes() {
    GoldenEvents.EVENTS.forEach(
        (hex, event) ->
            assertThat(HexFormat.of().formatHex(write(event))).as(event.toString()).isEqualTo(hex));
  }

  @Test
  void theseBytesAreReadAsTheEvents() {
    GoldenEvents.EVENTS.forEach(
        (hex, event) -> {
          ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex));

          assertThat(EventFormat.read(bytes)).as(hex).isEqualTo(event);
          assertThat(bytes.hasRemaining()).as(hex).isFalse();
        });
  }

  /** Whoever adds an event, a cause, a mode or a scope adds its bytes to {@link GoldenEvents}. */
  @Test
  void goldenBytesHaveEveryEventAndConstant() {
    Set<Object> golden = new HashSet<>();
    for (Event event : GoldenEvents.EVENTS.values()) {
      golden.add(event.getClass());
      golden.addAll(constants(event));
    }

    assertThat(golden).contains((Object[]) Event.class.getPermittedSubclasses());
    assertThat(golden).contains((Object[]) GrantCause.values());
    assertThat(golden).contains((Object[]) EndCause.values());
    assertThat(golden).contains((Object[]) Mode.Kind.values());
    assertThat(golden).contains((Object[]) Scope.values());
  }

  @Test
  void goldenBytesHaveEveryTag() {
    Set<Byte> golden = new HashSet<>();
    GoldenEvents.EVENTS.keySet().forEach(hex -> golden.add(HexFormat.of().parseHex(hex)[0]));

    Set<Byte> known = new HashSet<>();
    for (int tag = Byte.MIN_VALUE; tag <= Byte.MAX_VALUE; tag++) {
      if (isKnown((byte) tag)) {
        known.add((byte) tag);
      }
    }

    assertThat(known).isEqualTo(golden);
  }

  private static boolean isKnown(byte tag) {
    ByteBuffer zeros = ByteBuffer.allocate(EventFormat.MAX_BYTES).put(0, tag);
    try {
      EventFormat.read(zeros);
      return true;
    } catch (IllegalArgumentException e) {
      return true; // It went on to read fields.
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private static Set<Object> constants(Event event) {
    Set<Object> constants = new HashSet<>();
    List<Target> targets = List.of();
    if (event instanceof Event.Granted granted) {
      constants.add(granted.cause());
      targets = granted.hold().targets();
    } else if (event instanceof Event.Released released) {
      constants.add(released.cause());
    } else if (event instanceof Event.Withdrawn withdrawn) {
      constants.add(withdrawn.cause());
    }
    targets.forEach(target -> constants.addAll(List.of(target.mode().kind(), target.scope())));
    return constants;
  }

  private static byte[] write(Event event) {
    ByteBuffer buffer = ByteBuffer.allocate(EventFormat.MAX_BYTES);
    EventFormat.write(event, buffer);
    return Arrays.copyOf(buffer.array(), buffer.position());
  }
}
