package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.Loss;
import io.tenure.client.Tenure;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.harness.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A hold that is held for longer than its limit is lost and released. */
final class HoldLimitTest extends WithLossListener {
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
}
