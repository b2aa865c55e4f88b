package io.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.view.HoldView;
import io.tenure.harness.Await;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TestServerTest {
  private static final Duration TTL = Duration.ofSeconds(60);

  @Test
  void keyIsHeldByOneClientAfterTheOther() throws Exception {
    try (TestServer server = TestServer.start()) {
      Tenure first = server.connect();
      Tenure second = server.connect();

      Hold held = first.lock("/a").acquire();
      CompletableFuture<Hold> waiting = second.lock("/a").acquireAsync();
      Await.until("the second one waits", () -> waiting(first, "/a") == 1);
      boolean free = second.lock("/a").owner("another").tryAcquire().isPresent();
      held.release();
      Hold next = waiting.get(30, TimeUnit.SECONDS);

      assertThat(free).isFalse();
      assertThat(next.isValid()).isTrue();
      assertThat(next.token()).isGreaterThan(held.token());
    }
  }

  @Test
  void holdOutlivesAKilledServer() throws Exception {
    try (TestServer server = TestServer.start()) {
      Tenure tenure = server.connect(client -> client.ttl(TTL));
      Hold hold = tenure.lock("/a").value("mine").acquire();

      server.kill();
      boolean runs = server.isRunning();
      server.restart();

      assertThat(runs).isFalse();
      assertThat(server.isRunning()).isTrue();
      assertThat(hold.isValid()).isTrue();
      assertThat(server.connect().get("/a").holds())
          .extracting(HoldView::token, HoldView::value)
          .containsExactly(tuple(hold.token(), "mine"));
      hold.release();
      assertThat(tenure.lock("/a").acquire().token()).isGreaterThan(hold.token());
    }
  }

  @Test
  void killedServerCannotBeReachedUntilItIsBack() throws Exception {
    try (TestServer server = TestServer.start()) {
      Tenure tenure = server.connect(client -> client.timeout(Duration.ofSeconds(2)));
      tenure.get("/a");

      server.kill();

      assertThatThrownBy(() -> tenure.get("/a")).isInstanceOf(UnavailableException.class);
      server.restart();
      assertThat(server.connect().get("/a").holding()).isZero();
    }
  }

  @Test
  void runningServerIsRestartedInGoodOrder() throws Exception {
    try (TestServer server = TestServer.start()) {
      String endpoint = server.endpoint();
      Hold hold = server.connect(client -> client.ttl(TTL)).lock("/a").acquire();

      server.restart();

      assertThat(server.endpoint()).isEqualTo(endpoint);
      assertThat(hold.isValid()).isTrue();
      hold.release();
      assertThat(server.connect().get("/a").holding()).isZero();
    }
  }

  @Test
  void killingTwiceIsKillingOnce() throws Exception {
    try (TestServer server = TestServer.start()) {
      server.kill();
      server.kill();
      server.restart();

      assertThat(server.connect().lock("/a").tryAcquire()).isPresent();
    }
  }

  @Test
  void serversInOneProcessKnowNothingOfEachOther() throws Exception {
    List<TestServer> servers =
        IntStream.range(0, 3).parallel().mapToObj(i -> TestServer.start()).toList();
    try {
      for (TestServer server : servers) {
        assertThat(server.connect().lock("/a").tryAcquire()).isPresent();
      }
      servers.get(0).close();
      servers.get(1).kill();

      assertThat(servers.get(2).connect().get("/a").holding()).isOne();
      assertThat(servers).extracting(TestServer::endpoint).doesNotHaveDuplicates();
    } finally {
      servers.forEach(TestServer::close);
    }
  }

  @Test
  void closedServerLeavesNothingBehind() throws Exception {
    TestServer server = TestServer.start();
    Hold hold = server.connect().lock("/a").acquire();
    boolean hadData = Files.isDirectory(server.folder().resolve("n1"));
    int port = Integer.parseInt(server.endpoint().substring("127.0.0.1:".length()));

    server.close();
    server.close();

    assertThat(hadData).isTrue();
    assertThat(hold.isValid()).isFalse();
    assertThat(server.isRunning()).isFalse();
    assertThat(Ports.refuses(port)).isTrue();
    Await.until("its data is gone", () -> Files.notExists(server.folder()));
  }

  @Test
  void killedServerIsClosedLikeAnother() throws Exception {
    TestServer server = TestServer.start();
    server.connect().get("/a");
    server.kill();

    server.close();

    Await.until("its data is gone", () -> Files.notExists(server.folder()));
  }

  @Test
  void closedServerSaysSo() {
    TestServer server = TestServer.start();
    server.close();

    assertThatIllegalStateException()
        .isThrownBy(server::connect)
        .withMessage("the test service is closed");
    assertThatIllegalStateException()
        .isThrownBy(server::kill)
        .withMessage("the test service is closed");
    assertThatIllegalStateException()
        .isThrownBy(server::restart)
        .withMessage("the test service is closed");
  }

  @Test
  void interruptedStartSaysSoAndTheThreadStaysInterrupted() {
    Thread.currentThread().interrupt();

    assertThatIllegalStateException()
        .isThrownBy(TestServer::start)
        .withMessage("interrupted while waiting for the test service");

    assertThat(Thread.interrupted()).isTrue();
  }

  private static int waiting(Tenure client, String key) {
    try {
      return client.get(key).waiting();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
