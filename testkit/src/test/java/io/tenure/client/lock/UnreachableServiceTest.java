package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tenure.client.Tenure;
import io.tenure.client.error.UnavailableException;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** No server can be reached: calls end in time, with an exception that says so. */
final class UnreachableServiceTest {
  @Test
  void timeToWaitBoundsTheCallAlsoIfNoServiceIsThere() throws Exception {
    try (Tenure lost =
        Tenure.builder().endpoints(unusedAddress()).timeout(Duration.ofHours(1)).connect()) {
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(
              () ->
                  lost.lock("/a")
                      .waitUpTo(Duration.ofMillis(100))
                      .acquireAsync()
                      .get(30, TimeUnit.SECONDS))
          .withCauseInstanceOf(UnavailableException.class);
    }
  }

  @Test
  void readsThatDoNotBlockHaveTheSameTimeout() throws Exception {
    try (Tenure lost =
        Tenure.builder().endpoints(unusedAddress()).timeout(Duration.ofMillis(200)).connect()) {
      List<CompletableFuture<?>> reads =
          List.of(lost.getAsync("/a"), lost.listAsync("/", ""), lost.election("/a").leaderAsync());

      for (CompletableFuture<?> read : reads) {
        assertThatExceptionOfType(ExecutionException.class)
            .isThrownBy(() -> read.get(30, TimeUnit.SECONDS))
            .withCauseInstanceOf(UnavailableException.class)
            .withMessageContaining("no answer within 200 ms");
      }
    }
  }

  @Test
  void serviceThatIsNotThereIsSaidToBeUnavailable() throws IOException {
    try (Tenure lost =
        Tenure.builder().endpoints(unusedAddress()).timeout(Duration.ofMillis(500)).connect()) {
      assertThatExceptionOfType(UnavailableException.class)
          .isThrownBy(() -> lost.lock("/a").acquire());
      assertThatExceptionOfType(UnavailableException.class)
          .isThrownBy(() -> lost.lock("/a").waitUpTo(Duration.ofMillis(100)).acquire());
      assertThatExceptionOfType(UnavailableException.class)
          .isThrownBy(() -> lost.lock("/a").tryAcquire());
      assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> lost.get("/a"));
    }
  }

  private static String unusedAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }
}
