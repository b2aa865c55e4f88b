package io.tenure.server.service.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.harness.Await;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node with little room. */
final class OverloadTest {
  private static final int CONNECTIONS = 8;

  @RegisterExtension
  static final SharedCluster SERVICE =
      SharedCluster.ofOne()
          .with("queue-requests", "4")
          .with("batch-requests", "1")
          .with("batches-in-flight", "1")
          .with("connections", String.valueOf(CONNECTIONS));

  @Test
  void requestsThatFindTheQueueFullAreRefusedAndMayComeAgain() {
    TestClient client = SERVICE.client();
    TestSession session = TestSession.open(client);
    Request.Builder[] requests = new Request.Builder[200];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = Ask.acquire(session.wish("/overload/" + i));
    }

    long first = client.send(requests);

    int refused = 0;
    for (int i = 0; i < requests.length; i++) {
      Reply reply = client.reply(first + i);
      while (reply.hasError()) {
        refused++;
        assertThat(reply.getError().getReason()).isEqualTo(Reason.OVERLOADED);
        assertThat(reply.getError().getRetry()).isEqualTo(Retry.RETRY_SAFE);
        assertThat(reply.getError().getMessage())
            .isEqualTo(
                "queued requests: full (expected: at most 4, setting queue-requests; retry later)");
        reply = client.call(requests[i]);
      }
      assertThat(reply.getAcquire().hasGranted()).isTrue();
    }
    assertThat(refused).isPositive();
    assertThat(SERVICE.node().status(0).getHolds()).isEqualTo(requests.length);
  }

  @Test
  void connectionsBeyondTheBoundAreClosedAndTheOthersServed() throws IOException {
    TestClient client = SERVICE.client();
    assertThat(client.call(Ask.get("/connected")).hasGet()).isTrue();
    String[] address = SERVICE.node().address().split(":");
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        sockets.add(new Socket(address[0], Integer.parseInt(address[1])));
      }

      Socket last = sockets.get(CONNECTIONS - 1);
      last.setSoTimeout((int) (Await.SECONDS * 1_000));
      assertThat(last.getInputStream().read()).isEqualTo(-1);
      assertThat(client.call(Ask.get("/connected")).hasGet()).isTrue();
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
