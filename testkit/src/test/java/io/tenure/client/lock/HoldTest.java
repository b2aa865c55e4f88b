package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tenure.client.Hold;
import io.tenure.client.Loss;
import io.tenure.client.Tenure;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.view.HoldView;
import io.tenure.harness.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What becomes of a hold: kept alive, released, revoked, closed; and its value. */
final class HoldTest extends WithLossListener {
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
