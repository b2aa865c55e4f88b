package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.DeadlockLink;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Owners decide about conflicts, parties about deadlocks. */
final class OwnersTest {
  private static final TestServer server = SharedServer.get();
  private Tenure tenure;
  private Tenure other;

  @BeforeAll
  static void startServer() {}

  @AfterAll
  static void stopServer() {}

  @BeforeEach
  void connect() {
    tenure = Tenure.connect(server.endpoint());
    other = Tenure.connect(server.endpoint());
  }

  @AfterEach
  void close() {
    tenure.close();
    other.close();
  }

  @Test
  void twoTasksOfOnePoolThreadDoNotShareALock() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      Hold first = pool.submit(() -> tenure.lock("/owners/pool").acquire()).get();

      Optional<Hold> second = pool.submit(() -> tenure.lock("/owners/pool").tryAcquire()).get();

      assertThat(first.isValid()).isTrue();
      assertThat(second).isEmpty();
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void lockOfASubtreeLetsNobodyElseIn() throws Exception {
    try (Hold tree = tenure.lock("/owners/tree").subtree().acquire()) {
      assertThat(tree.isValid()).isTrue();
      assertThat(tenure.lock("/owners/tree/leaf").tryAcquire()).isEmpty();
    }
    assertThat(tenure.lock("/owners/tree/leaf").tryAcquire()).isPresent();
  }

  @Test
  void threadThatWouldWaitForItselfIsRefusedAtOnceWithTheCycle() throws Exception {
    try (Hold held = tenure.lock("/owners/self").acquire()) {
      assertThatExceptionOfType(DeadlockException.class)
          .isThrownBy(() -> tenure.lock("/owners/self").acquire())
          .satisfies(
              deadlock -> {
                assertThat(deadlock.cycle()).hasSize(1);
                DeadlockLink link = deadlock.cycle().get(0);
                assertThat(link.key()).isEqualTo("/owners/self");
                assertThat(link.party()).isEqualTo(link.blockedByParty()).startsWith("thread-");
                assertThat(link.blockedByOwner()).isEqualTo(held.owner()).startsWith("#");
              });
    }
  }

  @Test
  void threadThatHoldsEveryPermitIsNotLeftToWaitForOne() throws Exception {
    try (Hold one = tenure.lock("/owners/permits").semaphore(2).acquire();
        Hold two = tenure.lock("/owners/permits").semaphore(2).acquire()) {
      assertThat(two.token()).isGreaterThan(one.token());
      assertThatExceptionOfType(DeadlockException.class)
          .isThrownBy(() -> tenure.lock("/owners/permits").semaphore(2).acquire());
    }
  }

  @Test
  void nestedLocksOfTwoClientsInOppositeOrderAreADeadlock() throws Exception {
    ExecutorService elsewhere = Executors.newSingleThreadExecutor();
    try (Hold a = tenure.lock("/owners/nested/a").acquire()) {
      Hold b = elsewhere.submit(() -> other.lock("/owners/nested/b").acquire()).get();
      CompletableFuture<Hold> waits =
          CompletableFuture.supplyAsync(
              () -> other.lock("/owners/nested/a").acquireUninterruptibly(), elsewhere);
      Await.until("the other client waits", () -> tenure.get("/owners/nested/a").waiting() == 1);

      assertThatExceptionOfType(DeadlockException.class)
          .isThrownBy(() -> tenure.lock("/owners/nested/b").acquire())
          .satisfies(deadlock -> assertThat(deadlock.cycle()).hasSize(2));

      a.release();
      assertThat(waits.get().isValid()).isTrue();
      b.release();
    } finally {
      elsewhere.shutdownNow();
    }
  }

  @Test
  void asynchronousRequestsAreFoundToWaitForEachOtherOnlyIfTheirPartyIsNamed() throws Exception {
    Hold held = tenure.lock("/owners/async").acquireAsync().get();
    CompletableFuture<Hold> unnamed = tenure.lock("/owners/async").acquireAsync();
    LockRequest named = tenure.lock("/owners/async/named").party("job-7");
    Hold ofJob = named.acquireAsync().get();

    assertThatThrownBy(() -> named.acquireAsync().get())
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(DeadlockException.class);
    assertThat(unnamed).isNotDone();

    held.release();
    assertThat(unnamed.get().isValid()).isTrue();
    ofJob.release();
  }

  @Test
  void namedOwnerIsReentrant() throws Exception {
    LockRequest request = tenure.lock("/owners/named").owner("job-7");
    Hold first = request.acquire();
    Hold again = request.acquire();

    assertThat(again.token()).isEqualTo(first.token());
    first.release();
    assertThat(again.isValid()).isTrue();
    again.release();
    assertThat(tenure.lock("/owners/named").waitUpTo(Duration.ofSeconds(5)).tryAcquire())
        .isPresent();
  }

  @Test
  void labelsOfTheServiceAreRefused() {
    assertThatThrownBy(() -> tenure.lock("/owners/a").owner("#5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("owner: #5 (expected: text that does not begin with #)");
    assertThatThrownBy(() -> tenure.lock("/owners/a").party("#5"))
        .hasMessage("party: #5 (expected: text that does not begin with #)");
    assertThatThrownBy(() -> tenure.lock("/owners/a").party("p".repeat(129)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
