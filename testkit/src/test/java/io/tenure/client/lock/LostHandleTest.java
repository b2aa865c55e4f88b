package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.Loss;
import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Calls of a handle whose hold has ended, known to the client or not. */
final class LostHandleTest {
  private static final TestServer server = SharedServer.get();
  private static Tenure tenure;

  private final List<Loss> losses = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() {
    tenure = server.connect();
  }

  @AfterAll
  static void stop() {
    tenure.close();
  }

  @Test
  void listenerThatIsNoneIsRefusedAndLossIsToldNevertheless() throws Exception {
    Tenure closing = server.connect();
    Hold first = closing.lock("/hold/null/1").acquire();
    Hold unused = closing.lock("/hold/null/2").acquire().onLost(losses::add);

    assertThatNullPointerException().isThrownBy(() -> first.onLost(null));
    closing.close();

    Await.until("it is told", () -> !losses.isEmpty());
    assertThat(losses).containsExactly(Loss.CLOSED);
  }

  @Test
  void holdThatWasRevokedUnnoticedIsLostByItsRelease() throws Exception {
    try (Tenure slow = server.connect(client -> client.ttl(Duration.ofMinutes(10)));
        ClusterAdmin admin = ClusterAdmin.of(List.of(server.endpoint()))) {
      Hold hold = slow.lock("/hold/unnoticed").acquire().onLost(losses::add);
      Hold async = slow.lock("/hold/unnoticed/too").acquire().onLost(losses::add);
      admin.revoke("/hold/unnoticed", hold.token());
      admin.revoke("/hold/unnoticed/too", async.token());
      assertThat(hold.isValid()).isTrue();

      hold.release();
      assertThat(losses).containsExactly(Loss.REVOKED);
      async.releaseAsync().get(30, TimeUnit.SECONDS);

      assertThat(losses).containsExactly(Loss.REVOKED, Loss.REVOKED);
      assertThat(hold.isValid()).isFalse();
      hold.release();
      hold.onLost(losses::add);
      Await.until("who comes late is told, too", () -> losses.size() == 3);
    }
  }

  @Test
  void handleThatIsOverSetsNoValue() throws Exception {
    LockRequest request = tenure.lock("/hold/handles").owner("job");
    Hold first = request.acquire();
    Hold second = request.acquire();
    first.release();

    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> first.setValue("late"))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NOT_HELD));
    second.setValue("in time");

    assertThat(second.value()).isEqualTo("in time");
    second.release();
  }

  @Test
  void holdThatWasHeldTooLongIsCountedAsLostAndNotAsReleased() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Metrics.addRegistry(registry);
    try (Tenure counted = server.connect()) {
      counted.lock("/hold/counted").holdAtMost(Duration.ofMillis(10)).onLost(losses::add).acquire();
      Await.until("it is lost", () -> !losses.isEmpty());
      Await.until("it is given back", () -> tenure.get("/hold/counted").holds().isEmpty());

      assertThat(
              registry.get("tenure.client.lost").tag("reason", "held_too_long").counter().count())
          .isEqualTo(1);
      assertThat(registry.get("tenure.client.released").counter().count()).isZero();
    } finally {
      Metrics.removeRegistry(registry);
    }
  }
}
