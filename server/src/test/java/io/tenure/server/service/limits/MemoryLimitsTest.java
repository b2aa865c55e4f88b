package io.tenure.server.service.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clients that take all the memory that the state may have are told so, and nothing else suffers.
 */
final class MemoryLimitsTest {
  private static final ByteString FULL_VALUE = ByteString.copyFrom(new byte[4_096]);

  /** Half of 16 MiB. */
  private static final String HELD_BYTES = "held bytes: full (expected: at most 8388608)";

  private static final int BATCH = 100;

  @RegisterExtension
  static final SharedCluster SERVICE = SharedCluster.ofOne().with("state-memory", "16MiB");

  private final TestClient client = SERVICE.client();

  @Test
  void holdsAreLimitedInBytesAndThereIsRoomAgainAfterAnEnd() {
    TestSession greedy = TestSession.open(client);
    TestSession other = TestSession.open(client);
    long before = other.hold("/memory/before");

    Error full = holdUntilRefused(greedy);

    assertThat(full.getReason()).isEqualTo(Reason.LIMIT_REACHED);
    assertThat(full.getRetry()).isEqualTo(Retry.RETRY_SAFE);
    assertThat(full.getMessage()).isEqualTo(HELD_BYTES);
    assertThat(client.call(Ask.get("/memory/before")).getGet().getView().getHoldsCount()).isOne();
    assertThat(other.release(before).hasReleased()).isTrue();

    client.call(Ask.closeSession(greedy.id()));
    other.hold("/memory/after");
  }

  private Error holdUntilRefused(TestSession session) {
    for (int i = 0; i < 10_000; i += BATCH) {
      List<Request.Builder> requests = new ArrayList<>();
      for (int j = 0; j < BATCH; j++) {
        requests.add(Ask.acquire(session.wish("/memory/" + (i + j)).setValue(FULL_VALUE)));
      }
      long first = client.send(requests.toArray(Request.Builder[]::new));
      for (int j = 0; j < BATCH; j++) {
        Reply reply = client.reply(first + j);
        if (reply.hasError()) {
          return reply.getError();
        }
      }
    }
    throw new AssertionError("never refused");
  }

  @Test
  void waitingRequestsAreLimitedInBytes() {
    TestSession holder = TestSession.open(client);
    long token = holder.hold("/waits");
    TestSession greedy = TestSession.open(client);
    Error full = Error.getDefaultInstance();
    for (int i = 0; i < 1_000 && full.getReason() != Reason.LIMIT_REACHED; i++) {
      long waits =
          client.send(
              Ask.acquire(greedy.wish("/waits").setWaitMs(Ask.FOR_EVER).setValue(FULL_VALUE)));
      full = client.reply(waits).getError();
    }

    assertThat(full.getMessage()).isEqualTo("waiting bytes: full (expected: at most 2097152)");
    client.call(Ask.closeSession(greedy.id()));
    assertThat(holder.release(token).hasReleased()).isTrue();
  }
}
