package io.tenure.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.Event.EndCause;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the random runs have none of: events as large as can be. */
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
}
