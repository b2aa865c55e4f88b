package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** A session ends while one of its owners waits until something of it has been released. */
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
}
