package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.Loss;
import io.tenure.client.Session;
import io.tenure.client.Tenure;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.SessionView;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.testkit.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The answer to opening a session arrives when its term is nearly or entirely over. */
final class SlowOpeningTest {
  private TestServer server;
  private ClusterAdmin admin;
  private FrameProxy proxy;
  private Tenure tenure;
  private CountDownLatch late;
  private final List<Loss> losses = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws IOException {
    late = new CountDownLatch(1);
    losses.clear();
    server = TestServer.start();
    admin = ClusterAdmin.of(List.of(server.endpoint()));
    proxy = new FrameProxy(server.endpoint(), this::holdBack);
  }

  @AfterEach
  void stop() {
    late.countDown();
    tenure.close();
    proxy.close();
    admin.close();
    server.close();
  }

  private ServerFrame holdBack(ServerFrame frame) {
    if (frame.getRepliesList().stream().anyMatch(Reply::hasOpenSession)) {
      try {
        late.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return frame;
  }

  private CompletableFuture<Hold> ask(Duration ttl) {
    tenure =
        Tenure.builder()
            .endpoints(proxy.endpoint())
            .ttl(ttl)
            .timeout(Duration.ofSeconds(60))
            .connect();
    return tenure.lock("/slow").onLost(losses::add).acquireAsync();
  }

  private List<SessionView> sessions() {
    return admin.sessions("").sessions();
  }

  @Test
  void sessionOfWhichLittleIsLeftIsKeptAliveBeforeItIsUsed() throws Exception {
    Hold hold = openWhenLittleIsLeft();
    for (int tries = 1; isOpenedAgain() && tries < 5; tries++) {
      stop();
      start();
      hold = openWhenLittleIsLeft();
    }

    assertThat(isOpenedAgain()).isFalse();
    assertThat(hold.isValid()).isTrue();
    assertThat(losses).isEmpty();
    assertThat(proxy.story())
        .containsSubsequence(
            "answered OPEN_SESSION", "asked KEEP_ALIVE", "answered KEEP_ALIVE", "asked ACQUIRE");
    assertThat(before("answered KEEP_ALIVE")).doesNotContain("asked ACQUIRE");
  }

  /** Between nothing and a third of the term. */
  private Hold openWhenLittleIsLeft() throws Exception {
    Duration enough = Duration.ofMillis(950);
    CompletableFuture<Hold> asked = ask(Duration.ofSeconds(3));
    Await.until("it is open", () -> !sessions().isEmpty());
    Await.until(
        "little is left",
        () -> isOpenedAgain() || sessions().stream().noneMatch(s -> left(s, enough)));

    late.countDown();

    return asked.get(30, TimeUnit.SECONDS);
  }

  /** On a slow machine the term, or the connection, may have ended meanwhile. */
  private boolean isOpenedAgain() {
    return proxy.count("asked OPEN_SESSION") > 1;
  }

  private static boolean left(SessionView session, Duration enough) {
    return session.remaining().map(left -> left.compareTo(enough) > 0).orElse(false);
  }

  private List<String> before(String saying) {
    List<String> story = List.copyOf(proxy.story());
    return story.subList(0, story.indexOf(saying));
  }

  @Test
  void sessionThatIsOverBeforeItIsKnownIsReplaced() throws Exception {
    CompletableFuture<Hold> asked = ask(Duration.ofSeconds(1));
    Await.until("it is open", () -> !sessions().isEmpty());
    Await.until("it is over", () -> sessions().isEmpty());

    late.countDown();

    Hold hold = asked.get(30, TimeUnit.SECONDS);
    assertThat(hold.isValid()).isTrue();
    assertThat(losses).isEmpty();
    assertThat(sessions()).singleElement().satisfies(s -> assertThat(s.holds()).isEqualTo(1));
  }

  @Test
  void sessionThatIsClosedWhileItIsBeingOpenedIsNotLeftBehind() throws Exception {
    CompletableFuture<Hold> asked = ask(Duration.ofMinutes(10));
    Await.until("it is open", () -> !sessions().isEmpty());
    Session own = tenure.openSession(Duration.ofMinutes(10));
    CompletableFuture<Hold> inOwn = own.lock("/slow/own").acquireAsync();
    Await.until("both are open", () -> sessions().size() == 2);

    CompletableFuture<Void> closed = own.closeAsync();
    late.countDown();

    closed.get(30, TimeUnit.SECONDS);
    assertThat(sessions()).hasSize(1);
    assertThat(inOwn).isCompletedExceptionally();
    assertThat(asked.get(30, TimeUnit.SECONDS).isValid()).isTrue();
  }
}
