package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** tryAcquire returns empty instead of an exception if the lock is not free. */
final class TryAcquireTest {
  private static final TestServer server = SharedServer.get();
  private static Tenure tenure;
  private static Tenure other;
  private static ExecutorService threads;

  @BeforeAll
  static void start() {
    tenure = Tenure.connect(server.endpoint());
    other = Tenure.connect(server.endpoint());
    threads = Executors.newCachedThreadPool();
  }

  @AfterAll
  static void stop() {
    threads.shutdownNow();
    tenure.close();
    other.close();
  }

  /** The wait of a day must be used: otherwise the result is empty at once. */
  @Test
  void tryAcquireWaitsForAsLongAsItWasTold() throws Exception {
    LockRequest request = other.lock("/try/wait");
    Duration day = Duration.ofDays(1);
    List<Callable<Optional<Hold>>> attempts =
        List.of(
            () -> request.waitUpTo(day).tryAcquire(),
            () -> request.tryAcquire(day),
            () -> request.waitUpTo(day).tryAcquireAsync().get(),
            () -> request.tryAcquireAsync(day).get());

    for (Callable<Optional<Hold>> attempt : attempts) {
      Hold hold = tenure.lock("/try/wait").acquire();
      Future<Optional<Hold>> waits = threads.submit(attempt);
      Await.until("it waits", () -> tenure.get("/try/wait").waiting() == 1);
      hold.release();

      waits.get(30, TimeUnit.SECONDS).orElseThrow().release();
    }
  }

  @Test
  void tryAcquireThatWaitedForNothingIsEmpty() throws Exception {
    try (Hold hold = tenure.lock("/try/busy").acquire()) {
      LockRequest request = other.lock("/try/busy");

      assertThat(request.tryAcquire(Duration.ofMillis(10))).isEmpty();
      assertThat(request.tryAcquire(Duration.ZERO)).isEmpty();
      assertThat(request.waitUpTo(Duration.ofMillis(10)).tryAcquire()).isEmpty();
      assertThat(request.tryAcquireAsync(Duration.ofMillis(10)).get(30, TimeUnit.SECONDS))
          .isEmpty();
      assertThat(hold.isValid()).isTrue();
    }
  }
}
