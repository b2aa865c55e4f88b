package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tenure.client.Await;
import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.Loss;
import io.tenure.client.Tenure;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.view.HoldView;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a hold: released, lost, revoked, held too long. */
final class HoldTest {
  private static final Duration TTL = Duration.ofSeconds(3);
  private static final long MORE_THAN_A_TERM_MILLIS = 3_500;

  private static TestServer server;

  private Tenure tenure;
  private final List<Loss> losses = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void connect() {
    tenure = client(TTL);
  }

  @AfterEach
  void disconnect() {
    tenure.close();
  }

  private static Tenure client(Duration ttl) {
    return Tenure.builder().endpoints(server.endpoint()).ttl(ttl).connect();
  }

  @Test
  void releasedHoldIsNotValidAndTellsNobody() throws Exception {
    Hold hold = tenure.lock("/hold/released").acquire().onLost(losses::add);

    hold.release();
    hold.release();

    assertThat(hold.isValid()).isFalse();
    assertThat(hold.remaining()).isZero();
    assertThat(hold.token()).isPositive();
    assertThat(tenure.get("/hold/released").holds()).isEmpty();
    assertThat(losses).isEmpty();
  }

  @Test
  void holdOutlivesItsTermWhileItIsKeptAlive() throws Exception {
    Hold hold = tenure.lock("/hold/kept").acquire().onLost(losses::add);
    CountDownLatch terms = new CountDownLatch(1);

    assertThat(terms.await(MORE_THAN_A_TERM_MILLIS, TimeUnit.MILLISECONDS)).isFalse();

    assertThat(hold.isValid()).isTrue();
    assertThat(losses).isEmpty();
    assertThat(tenure.get("/hold/kept").holds()).extracting(HoldView::token).contains(hold.token());
    hold.release();
  }

  @Test
  void revokedHoldIsLostOnce() throws Exception {
    Hold hold = tenure.lock("/hold/revoked").acquire().onLost(losses::add);

    try (ClusterAdmin admin = ClusterAdmin.of(List.of(server.endpoint()))) {
      admin.revoke("/hold/revoked", hold.token());
    }

    Await.until("it is told", () -> losses.contains(Loss.REVOKED));
    assertThat(hold.isValid()).isFalse();
    hold.release();
    Hold next = tenure.lock("/hold/revoked").acquire();
    assertThat(next.token()).isGreaterThan(hold.token());
    next.release();
    assertThat(losses).containsExactly(Loss.REVOKED);
  }

  @Test
  void holdIsHeldAtMostForAsLongAsItSays() throws Exception {
    Hold hold =
        tenure.lock("/hold/most").holdAtMost(Duration.ofMillis(200)).onLost(losses::add).acquire();

    Hold next =
        tenure
            .lock("/hold/most")
            .owner("next")
            .party("next")
            .waitUpTo(Duration.ofSeconds(20))
            .acquire();

    assertThat(losses).containsExactly(Loss.HELD_TOO_LONG);
    assertThat(hold.isValid()).isFalse();
    assertThat(next.token()).isGreaterThan(hold.token());
    hold.release();
    assertThat(next.isValid()).isTrue();
    next.release();
  }

  @Test
  void limitOfOneHandleEndsAllThatStandForTheHold() throws Exception {
    Hold outer =
        tenure
            .lock("/hold/nested")
            .owner("first")
            .holdAtMost(Duration.ofMillis(200))
            .onLost(losses::add)
            .acquire();
    Hold inner = tenure.lock("/hold/nested").owner("first").onLost(losses::add).acquire();

    Hold next =
        tenure
            .lock("/hold/nested")
            .owner("next")
            .party("next")
            .waitUpTo(Duration.ofSeconds(20))
            .acquire();

    assertThat(inner.token()).isEqualTo(outer.token());
    assertThat(inner.isValid()).isFalse();
    assertThat(losses).containsExactly(Loss.HELD_TOO_LONG, Loss.HELD_TOO_LONG);
    inner.release();
    outer.release();
    assertThat(next.isValid()).isTrue();
    next.release();
  }

  @Test
  void sameOwnerCannotGetRoundTheLimitByAskingAgain() throws Exception {
    LockRequest limited = tenure.lock("/hold/round").holdAtMost(Duration.ofMillis(100));
    Hold first = limited.onLost(losses::add).acquire();
    Await.until("it is lost", () -> !first.isValid());

    Hold second = limited.acquire();

    assertThat(second.token()).isGreaterThan(first.token());
    second.release();
  }

  @Test
  void listenerThatHangsDoesNotKeepAnOverdueHoldForEver() throws Exception {
    CountDownLatch hang = new CountDownLatch(1);
    tenure
        .lock("/hold/hang")
        .holdAtMost(Duration.ofMillis(100))
        .onLost(
            loss -> {
              try {
                hang.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            })
        .acquire();

    Hold next =
        tenure
            .lock("/hold/hang")
            .owner("next")
            .party("next")
            .waitUpTo(Duration.ofSeconds(20))
            .acquire();

    assertThat(next.isValid()).isTrue();
    next.release();
    hang.countDown();
  }

  @Test
  void bugInAListenerStopsNeitherOthersNorTheKeepAlives() throws Exception {
    Hold other = tenure.lock("/hold/other").acquire();
    tenure
        .lock("/hold/bug")
        .owner("bug")
        .holdAtMost(Duration.ofMillis(50))
        .onLost(
            loss -> {
              throw new IllegalStateException("a bug");
            })
        .onLost(losses::add)
        .acquire();

    Await.until("the second listener is told", () -> !losses.isEmpty());
    CountDownLatch terms = new CountDownLatch(1);
    assertThat(terms.await(MORE_THAN_A_TERM_MILLIS, TimeUnit.MILLISECONDS)).isFalse();

    assertThat(other.isValid()).isTrue();
    other.release();
  }

  @Test
  void closingTheClientTellsWhoStillUsesAHold() throws Exception {
    Tenure another = client(Duration.ofSeconds(10));
    Hold hold = another.lock("/hold/closed").acquire().onLost(losses::add);

    another.close();

    Await.until("it is told", () -> losses.contains(Loss.CLOSED));
    assertThat(hold.isValid()).isFalse();
    assertThat(tenure.lock("/hold/closed").tryAcquire()).isPresent();
  }

  @Test
  void clientThatIsClosedByAnInterruptedThreadGivesEverythingBack() throws Exception {
    Tenure interrupted = client(Duration.ofMinutes(10));
    Hold released = interrupted.lock("/hold/interrupted/released").acquire();
    Hold held = interrupted.lock("/hold/interrupted/held").acquire();

    Thread.currentThread().interrupt();
    released.close();
    interrupted.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(held.isValid()).isFalse();
    assertThat(tenure.lock("/hold/interrupted/released").tryAcquire()).isPresent();
    assertThat(tenure.lock("/hold/interrupted/held").tryAcquire()).isPresent();
  }

  @Test
  void listenerThatHangsKeepsNoOtherOfTheSameHoldFromBeingTold() throws Exception {
    CountDownLatch hang = new CountDownLatch(1);
    Tenure closing = client(Duration.ofSeconds(10));
    Hold unused =
        closing
            .lock("/hold/two-listeners")
            .acquire()
            .onLost(loss -> awaitQuietly(hang))
            .onLost(losses::add);

    closing.close();

    Await.until("the second one is told", () -> losses.contains(Loss.CLOSED));
    hang.countDown();
  }

  @Test
  void hundredListenersAreToldAtTheSameTime() throws Exception {
    int count = 100;
    Tenure closing = client(Duration.ofSeconds(10));
    CountDownLatch together = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      Hold unused =
          closing
              .lock("/hold/burst/" + i)
              .acquire()
              .onLost(
                  loss -> {
                    together.countDown();
                    awaitQuietly(together);
                  });
    }

    closing.close();

    assertThat(together.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void holdThatIsRevokedWhileItsEndIsToldDoesNotBarItsOwner() throws Exception {
    CompletableFuture<Hold> granted = new CompletableFuture<>();
    CountDownLatch told = new CountDownLatch(1);
    // A listener has a second; everything that takes time and can be done before is.
    try (Tenure often = client(Duration.ofSeconds(1));
        ClusterAdmin admin = ClusterAdmin.of(List.of(server.endpoint()))) {
      Await.until("it is connected", () -> answers(admin));
      LockRequest limited = often.lock("/hold/revoked-late").holdAtMost(Duration.ofMillis(100));
      Hold first =
          limited
              .onLost(
                  loss -> {
                    admin.revoke("/hold/revoked-late", granted.join().token());
                    try {
                      Thread.sleep(500); // A keep-alive brings the news meanwhile.
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                    told.countDown();
                  })
              .acquire();
      granted.complete(first);
      assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();

      Hold second = often.lock("/hold/revoked-late").acquire();

      assertThat(second.token()).isGreaterThan(first.token());
      second.release();
    }
  }

  private static boolean answers(ClusterAdmin admin) {
    return admin.statusOf(List.of(server.endpoint())).get(server.endpoint()).isPresent();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void listenerOfALostHoldIsToldAtOnce() throws Exception {
    Hold hold = tenure.lock("/hold/late").holdAtMost(Duration.ofMillis(10)).acquire();
    Await.until("it is lost", () -> !hold.isValid());

    hold.onLost(losses::add);

    Await.until("it is told", () -> losses.contains(Loss.HELD_TOO_LONG));
  }

  @Test
  void workingThreadIsInterruptedIfItWantsTo() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Hold hold =
        tenure
            .lock("/hold/interrupt")
            .holdAtMost(Duration.ofMillis(100))
            .interruptOnLoss()
            .acquire();

    assertThatExceptionOfType(InterruptedException.class).isThrownBy(never::await);

    assertThat(hold.isValid()).isFalse();
  }

  @Test
  void valueIsSeenByOthers() throws Exception {
    try (Hold hold = tenure.lock("/hold/value").value("first").acquire()) {
      assertThat(hold.value()).isEqualTo("first");

      hold.setValue("second");

      assertThat(hold.value()).isEqualTo("second");
      assertThat(tenure.get("/hold/value").holds())
          .extracting(HoldView::value)
          .containsExactly("second");
    }
  }

  @Test
  void valueOfAReleasedHoldIsRefused() throws Exception {
    Hold hold = tenure.lock("/hold/gone").acquire();
    hold.release();

    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> hold.setValue("late"))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NOT_HELD));
  }

  @Test
  void valueThatIsTooLongIsRefusedAndHarmsNothing() throws Exception {
    try (Hold hold = tenure.lock("/hold/long").acquire()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> hold.setValue("x".repeat(4_097)))
          .withMessage("value: 4097 bytes (expected: at most 4096 bytes)");

      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void asynchronousReleaseCompletesAwayFromTheClientsThread() throws Exception {
    Hold hold = tenure.lock("/hold/async").acquireAsync().get();
    AtomicBoolean blocked = new AtomicBoolean();

    CompletableFuture<Void> done =
        hold.releaseAsync()
            .thenRun(
                () -> {
                  // Would never return on the client's own thread.
                  try {
                    tenure.lock("/hold/async").acquire().release();
                    blocked.set(true);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    done.get(20, TimeUnit.SECONDS);

    assertThat(blocked).isTrue();
  }
}
