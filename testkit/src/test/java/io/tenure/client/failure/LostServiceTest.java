package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.client.Hold;
import io.tenure.client.Loss;
import io.tenure.client.Tenure;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.UnavailableException;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole service is down, for a short or a long time. */
@Tag("full")
final class LostServiceTest {
  private TestServer server;
  private Tenure tenure;
  private final List<Loss> losses = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start();
  }

  @AfterEach
  void stop() {
    tenure.close();
    server.close();
  }

  private Tenure client(Duration ttl) {
    return Tenure.builder().endpoints(server.endpoint()).ttl(ttl).connect();
  }

  @Test
  void holdIsLostWhenTheServiceIsAwayForTooLong() throws Exception {
    tenure = client(Duration.ofSeconds(1));
    Hold hold = tenure.lock("/l/away").acquire().onLost(losses::add);
    CompletableFuture<Hold> waits = tenure.lock("/l/away").acquireAsync();

    server.kill();

    Await.until("it is lost", () -> !losses.isEmpty());
    assertThat(losses).containsExactly(Loss.TERM_OVER);
    assertThat(hold.isValid()).isFalse();
    assertThat(hold.remaining()).isZero();
    hold.release();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> waits.get(30, TimeUnit.SECONDS))
        .withCauseInstanceOf(SessionLostException.class);
  }

  @Test
  void clientGoesOnWithANewSessionWhenTheServiceIsBack() throws Exception {
    tenure = client(Duration.ofSeconds(1));
    Hold hold = tenure.lock("/l/back").acquire().onLost(losses::add);
    server.kill();
    Await.until("it is lost", () -> !losses.isEmpty());

    server.restart();
    Hold next = tenure.lock("/l/back").owner("next").waitUpTo(Duration.ofSeconds(30)).acquire();

    assertThat(next.token()).isGreaterThan(hold.token());
    assertThat(next.isValid()).isTrue();
  }

  @Test
  void shortAbsenceEndsNothing() throws Exception {
    tenure = client(Duration.ofSeconds(20));
    Hold hold = tenure.lock("/l/short").acquire().onLost(losses::add);
    CompletableFuture<Hold> waits = tenure.lock("/l/short").acquireAsync();
    Await.until("it waits", () -> tenure.get("/l/short").waiting() == 1);

    server.kill();
    CompletableFuture<Void> released = hold.releaseAsync();
    server.restart();

    released.get(30, TimeUnit.SECONDS);
    assertThat(waits.get(30, TimeUnit.SECONDS).token()).isGreaterThan(hold.token());
    assertThat(losses).isEmpty();
  }

  @Test
  void requestThatWasNeverSentWasNotDone() throws Exception {
    tenure =
        Tenure.builder().endpoints(server.endpoint()).timeout(Duration.ofMillis(500)).connect();
    Hold hold = tenure.lock("/l/held").acquire();
    server.kill();
    // When a read has ended the client knows that the connection is broken.
    assertThatThrownBy(() -> tenure.get("/l/held")).isInstanceOf(UnavailableException.class);

    assertThatThrownBy(() -> tenure.lock("/l/asked").waitUpTo(Duration.ofMillis(100)).acquire())
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("the request was not sent");
    assertThat(hold.token()).isPositive();
  }

  /** A wait limit is for other holders, not for a service that cannot be reached. */
  @Test
  void longWaitEndsWithTheTimeoutOfTheClientIfTheServiceCannotBeReached() throws Exception {
    server.kill();
    tenure =
        Tenure.builder().endpoints(server.endpoint()).timeout(Duration.ofMillis(300)).connect();

    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(() -> tenure.lock("/l/long").waitUpTo(Duration.ofDays(1)).acquire())
        .withMessageContaining("the request was not sent");
  }

  @Test
  void requestThatTheServiceNeverAnsweredIsWithdrawnLater() throws Exception {
    tenure = client(Duration.ofSeconds(20));
    Hold hold = tenure.lock("/l/held").acquire();
    server.kill();

    // Whether the request went out before the client has noticed, nobody can say.
    assertThatThrownBy(
            () -> tenure.lock("/l/asked").owner("x").waitUpTo(Duration.ofMillis(300)).acquire())
        .isInstanceOfAny(UnavailableException.class, IndeterminateException.class)
        .hasMessageContaining("/l/asked");
    server.restart();

    assertThat(tenure.get("/l/asked").holds()).isEmpty();
    assertThat(tenure.get("/l/held").holds()).hasSize(1);
    assertThat(hold.isValid()).isTrue();
  }
}
