package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Candidacy;
import io.tenure.client.Hold;
import io.tenure.client.Leadership;
import io.tenure.client.Session;
import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.internal.callback.CallbackThreads;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client or a session is closed while it still holds locks. */
final class ClosingTest {
  private static final TestServer server = SharedServer.get();

  private Tenure tenure;
  private Tenure other;
  private final CountDownLatch looked = new CountDownLatch(1);
  private final List<Boolean> stillHeld = new CopyOnWriteArrayList<>();
  private volatile long closingNanos;

  @BeforeEach
  void connect() {
    tenure = server.connect();
    other = server.connect();
  }

  @AfterEach
  void disconnect() {
    tenure.close();
    other.close();
  }

  /** Call right before closing: the time of the listeners starts after this. */
  private void closing() {
    closingNanos = System.nanoTime();
  }

  /**
   * What a listener sees in less than the second that it has: time enough for the service to let
   * another in. What it sees later says nothing.
   */
  private void look(String key, long token) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(250);
    try {
      do {
        boolean held = other.get(key).holds().stream().anyMatch(hold -> hold.token() == token);
        if (System.nanoTime() - closingNanos < CallbackThreads.LISTENER_TIME.toNanos()) {
          stillHeld.add(held);
        }
      } while (System.nanoTime() - end < 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      looked.countDown();
    }
  }

  private void assertWasHeldWhileItWasTold() throws InterruptedException {
    assertThat(looked.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(stillHeld).doesNotContain(false);
  }

  @Test
  void clientLetsNobodyInBeforeItsListenersHaveReturned() throws Exception {
    Hold hold = tenure.lock("/closing/client").acquire();
    hold.onLost(loss -> look("/closing/client", hold.token()));
    CompletableFuture<Hold> next = other.lock("/closing/client").acquireAsync();
    Await.until("another waits", () -> other.get("/closing/client").waiting() == 1);

    closing();
    tenure.close();

    assertThat(next.get(30, TimeUnit.SECONDS).token()).isGreaterThan(hold.token());
    assertWasHeldWhileItWasTold();
  }

  @Test
  void sessionLetsNobodyInBeforeTheListenersOfItsHoldsHaveReturned() throws Exception {
    Session session = tenure.openSession(Duration.ofSeconds(10));
    Hold hold = session.lock("/closing/hold").acquire();
    hold.onLost(loss -> look("/closing/hold", hold.token()));

    closing();
    session.close();

    assertThat(other.lock("/closing/hold").tryAcquire()).isPresent();
    assertWasHeldWhileItWasTold();
  }

  @Test
  void sessionLetsNobodyInBeforeItsOwnListenersHaveReturned() throws Exception {
    Session session = tenure.openSession(Duration.ofSeconds(10));
    Hold hold = session.lock("/closing/session").acquire();
    session.onLost(loss -> look("/closing/session", hold.token()));

    closing();
    session.closeAsync().get(30, TimeUnit.SECONDS);

    assertThat(other.lock("/closing/session").tryAcquire()).isPresent();
    assertWasHeldWhileItWasTold();
  }

  @Test
  void nobodyElseIsElectedBeforeTheCandidateOfAClosedClientIsDemoted() throws Exception {
    CompletableFuture<Leadership> elected = new CompletableFuture<>();
    Candidacy unused =
        tenure
            .election("/closing/election")
            .stand(elected::complete, loss -> look("/closing/election", elected.join().token()));
    elected.get(30, TimeUnit.SECONDS);

    closing();
    tenure.close();

    assertThat(other.election("/closing/election").campaign(Duration.ofSeconds(30))).isPresent();
    assertWasHeldWhileItWasTold();
  }

  @Test
  void listenerThatHangsKeepsNobodyOutForEver() throws Exception {
    CountDownLatch hang = new CountDownLatch(1);
    Hold hold = tenure.lock("/closing/hang").acquire();
    hold.onLost(loss -> awaitQuietly(hang));

    tenure.close();

    assertThat(hold.isValid()).isFalse();
    assertThat(other.lock("/closing/hang").tryAcquire()).isPresent();
    hang.countDown();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whoeverClosesAClientWaitsUntilItIsClosed() throws Exception {
    Tenure another =
        Tenure.builder().endpoints(server.endpoint()).ttl(Duration.ofMinutes(10)).connect();
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    another
        .lock("/closing/twice")
        .onLost(
            loss -> {
              told.countDown();
              awaitQuietly(goOn);
            })
        .acquire();
    var unused = another.closeAsync();
    assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();

    another.close();

    assertThat(other.lock("/closing/twice").tryAcquire()).isPresent();
    goOn.countDown();
  }

  @Test
  void whoeverAsksAClientThatIsBeingClosedGetsNothing() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Session session = tenure.openSession(Duration.ofMinutes(10));
    session.onLost(
        loss -> {
          told.countDown();
          awaitQuietly(goOn);
        });
    session.lock("/closing/used").acquire();

    // Closing waits for the listener; the client's own session was never used.
    CompletableFuture<Void> closed = tenure.closeAsync();
    assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<Hold> late = tenure.lock("/closing/late").acquireAsync();
    CompletableFuture<Hold> later =
        tenure.openSession(Duration.ofMinutes(10)).lock("/closing/later").acquireAsync();

    for (CompletableFuture<Hold> each : List.of(late, later)) {
      assertThat(each)
          .failsWithin(Duration.ofSeconds(30))
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(SessionLostException.class);
    }
    goOn.countDown();
    closed.get(30, TimeUnit.SECONDS);
    assertThat(other.lock("/closing/late").tryAcquire()).isPresent();
    assertThat(other.lock("/closing/later").tryAcquire()).isPresent();
  }

  @Test
  void clientThatIsClosedWhileItOpensItsSessionLeavesNothingBehind() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    UnaryOperator<ServerFrame> holdBack =
        frame -> {
          if (frame.getRepliesList().stream().anyMatch(Reply::hasOpenSession)) {
            awaitQuietly(goOn);
          }
          return frame;
        };
    try (FrameProxy proxy = new FrameProxy(server.endpoint(), holdBack);
        ClusterAdmin admin = ClusterAdmin.of(List.of(server.endpoint()))) {
      Tenure unused =
          Tenure.builder()
              .endpoints(proxy.endpoint())
              .name("never-used")
              .ttl(Duration.ofMinutes(10))
              .connect();
      CompletableFuture<Hold> asked = unused.lock("/closing/first").acquireAsync();
      Await.until("the session is open", () -> isOpen(admin, "never-used"));

      CompletableFuture<Void> closed = unused.closeAsync();
      assertThat(asked).failsWithin(Duration.ofSeconds(30));
      goOn.countDown();
      closed.get(30, TimeUnit.SECONDS);

      assertThat(isOpen(admin, "never-used")).isFalse();
      assertThat(other.lock("/closing/first").tryAcquire()).isPresent();
    }
  }

  private static boolean isOpen(ClusterAdmin admin, String clientName) {
    return admin.sessions("").sessions().stream()
        .anyMatch(session -> session.clientName().equals(clientName));
  }

  @Test
  void clientCanBeClosedWithoutWaiting() throws Exception {
    Hold hold = tenure.lock("/closing/async").acquire();

    CompletableFuture<Void> closed = tenure.closeAsync();
    tenure.closeAsync().get(30, TimeUnit.SECONDS);
    closed.get(30, TimeUnit.SECONDS);
    tenure.close();

    assertThat(hold.isValid()).isFalse();
    assertThat(other.lock("/closing/async").tryAcquire()).isPresent();
  }

  @Test
  void listenerMayCloseTheSessionThatItsHoldWasIn() throws Exception {
    Session session = tenure.openSession(Duration.ofSeconds(10));
    Hold hold = session.lock("/closing/again").acquire();
    CountDownLatch closed = new CountDownLatch(1);
    hold.onLost(
        loss -> {
          session.close();
          closed.countDown();
        });

    session.close();

    assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
