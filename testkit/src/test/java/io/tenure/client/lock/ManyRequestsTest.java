package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.client.error.RefusedException;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** More requests than the limit of one connection. */
final class ManyRequestsTest {
  private static final TestServer server = SharedServer.get();
  private static Tenure tenure;

  @BeforeAll
  static void start() throws Exception {
    tenure = Tenure.builder().endpoints(server.endpoint()).ttl(Duration.ofSeconds(30)).connect();
  }

  @AfterAll
  static void stop() {
    tenure.close();
  }

  @Test
  void thousandsAtOnceAreAllGrantedAndReleased() throws Exception {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      all.add(tenure.lock("/many/" + i).acquireAsync().thenCompose(Hold::releaseAsync));
    }

    for (CompletableFuture<Void> each : all) {
      each.get(60, TimeUnit.SECONDS);
    }
    assertThat(tenure.list("/many", "").keys()).isEmpty();
  }

  @Test
  void thousandsThatWaitLeaveRoomForOthers() throws Exception {
    Hold hold = tenure.lock("/crowd").acquire();
    List<CompletableFuture<Hold>> waiting = new ArrayList<>();
    for (int i = 0; i < 4_500; i++) {
      waiting.add(tenure.lock("/crowd").acquireAsync());
    }
    Await.until(
        "some are refused",
        () -> waiting.stream().anyMatch(CompletableFuture::isCompletedExceptionally));

    tenure.lock("/elsewhere").acquire().release();

    Throwable refusal =
        waiting.stream()
            .filter(CompletableFuture::isCompletedExceptionally)
            .findFirst()
            .map(ManyRequestsTest::cause)
            .orElseThrow();
    assertThat(refusal).isInstanceOf(RefusedException.class).hasMessageContaining("waiting");
    assertThat(hold.isValid()).isTrue();
    waiting.forEach(each -> each.cancel(true));
    Await.until("nobody waits", () -> tenure.get("/crowd").waiting() == 0);
    hold.release();
    assertThat(tenure.get("/crowd").holds()).isEmpty();
  }

  private static Throwable cause(CompletableFuture<?> failed) {
    try {
      failed.get();
      throw new AssertionError("it did not fail");
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
