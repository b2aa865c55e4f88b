package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.Loss;
import io.tenure.client.Session;
import io.tenure.client.Tenure;
import io.tenure.client.error.SessionLostException;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.CloseSessionReply;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** A session ends at the service while its client holds locks or waits. */
final class SessionEndTest {
  private final CountDownLatch late = new CountDownLatch(1);

  private ServerFrame holdBack(ServerFrame frame) {
    if (frame.getRepliesList().stream().anyMatch(Reply::hasRelease)) {
      try {
        late.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return frame;
  }

  @Test
  void nothingIsAskedForInASessionThatIsOver() throws Exception {
    try (TestServer server = TestServer.start();
        FrameProxy proxy = new FrameProxy(server.endpoint(), this::holdBack);
        Tenure tenure = Tenure.connect(proxy.endpoint())) {
      Session session = tenure.openSession(Duration.ofSeconds(10));
      LockRequest request = session.lock("/gate").owner("one");
      Hold hold = request.holdAtMost(Duration.ofMillis(10)).acquire();
      Await.until("it is being released", () -> proxy.count("asked RELEASE") == 1);
      CompletableFuture<Hold> next = request.acquireAsync();

      CompletableFuture<Void> closed = session.closeAsync();

      assertThat(next)
          .failsWithin(Duration.ofSeconds(30))
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(SessionLostException.class);
      Await.until("it is being closed", () -> proxy.count("asked CLOSE_SESSION") > 0);
      assertThat(proxy.count("asked ACQUIRE")).isEqualTo(1);
      assertThat(hold.isValid()).isFalse();
      late.countDown();
      Await.until("it is closed", closed::isDone);
    }
  }

  /** As after a suspend of the machine: by the client's clock the term is not over. */
  @Test
  void holdOfASessionThatHasEndedMeanwhileIsLostWithTheNextKeepAlive() throws Exception {
    List<Loss> losses = new CopyOnWriteArrayList<>();
    try (TestServer server = TestServer.start();
        Tenure tenure = server.connect(client -> client.ttl(Duration.ofSeconds(6)));
        Tenure other = server.connect()) {
      Hold hold = tenure.lock("/suspended").acquire().onLost(losses::add);
      String session = other.get("/suspended").holds().get(0).session();
      assertThat(hold.isValid()).isTrue();

      closeElsewhere(server, Long.parseUnsignedLong(session));

      Hold next = other.lock("/suspended").waitUpTo(Duration.ofSeconds(30)).acquire();
      Await.until("it is lost", () -> !losses.isEmpty());
      // A term that had run out would say so.
      assertThat(losses).containsExactly(Loss.SESSION_EXPIRED);
      assertThat(hold.isValid()).isFalse();
      assertThat(next.token()).isGreaterThan(hold.token());
      assertThat(tenure.lock("/suspended/again").acquire().isValid()).isTrue();
    }
  }

  private static void closeElsewhere(TestServer server, long session) {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget("dns:///" + server.endpoint()).usePlaintext().build();
    try {
      CloseSessionReply closed =
          TenureGrpc.newBlockingStub(channel)
              .closeSession(CloseSessionRequest.newBuilder().setSession(session).build());
      assertThat(closed.getReleased()).isEqualTo(1);
    } finally {
      channel.shutdownNow();
    }
  }
}
