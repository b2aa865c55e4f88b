package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.Loss;
import io.tenure.client.Session;
import io.tenure.client.Target;
import io.tenure.client.Tenure;
import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.DeadlockLink;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.TimedOutException;
import io.tenure.client.view.Holder;
import io.tenure.harness.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a lock request may ask for, and how it is granted or refused. */
final class LockRequestTest extends WithTwoClients {
  @Test
  void happyPath() throws Exception {
    long token;
    try (Hold hold = tenure.lock("/billing/month-end").waitUpTo(Duration.ofSeconds(30)).acquire()) {
      token = hold.token();
      assertThat(hold.isValid()).isTrue();
      assertThat(hold.remaining()).isPositive();
      assertThat(other.lock("/billing/month-end").tryAcquire()).isEmpty();
    }
    try (Hold next = other.lock("/billing/month-end").acquire()) {
      assertThat(next.token()).isGreaterThan(token);
    }
  }

  @Test
  void timedOutRequestNamesTheHolders() throws Exception {
    try (Hold hold = tenure.lock("/busy").acquire()) {
      assertThat(waitUntilTimeout("/busy").holders())
          .extracting(Holder::token)
          .containsExactly(hold.token());
      assertThat(waiting("/busy")).isZero();
    }
  }

  /** Repeats until the service has answered: a client without an answer gives up 2 s later. */
  private static TimedOutException waitUntilTimeout(String key) {
    for (int attempts = 1; true; attempts++) {
      long start = System.nanoTime();
      TimedOutException e =
          catchThrowableOfType(
              TimedOutException.class,
              () -> other.lock(key).waitUpTo(Duration.ofMillis(100)).acquire());
      assertThat(e).isNotNull();
      boolean heard = System.nanoTime() - start < TimeUnit.SECONDS.toNanos(2);
      if (heard || !e.holders().isEmpty() || attempts == 5) {
        return e;
      }
    }
  }

  @Test
  void namedOwnerGetsTheSameHoldAgain() throws Exception {
    Hold first = tenure.lock("/again").owner("job").acquire();
    Hold second = tenure.lock("/again").owner("job").acquire();

    assertThat(second.token()).isEqualTo(first.token());
    first.release();
    assertThat(first.isValid()).isFalse();
    assertThat(second.isValid()).isTrue();
    assertThat(other.lock("/again").tryAcquire()).isEmpty();
    second.release();
    assertThat(other.lock("/again").tryAcquire()).isPresent();
  }

  @Test
  void asynchronousCallersAreDifferentOwners() throws Exception {
    Hold hold = tenure.lock("/strangers").acquireAsync().get();

    assertThat(tenure.lock("/strangers").tryAcquireAsync().get()).isEmpty();

    hold.release();
  }

  @Test
  void namedOwnerIsTheSameEverywhere() throws Exception {
    LockRequest request = tenure.lock("/named").owner("job");
    Hold hold = request.acquireAsync().get();

    Hold again = threads.submit(request::acquire).get();

    assertThat(again.token()).isEqualTo(hold.token());
    hold.release();
    again.release();
  }

  @Test
  void readersShareAndWritersDoNot() throws Exception {
    Hold one = tenure.lock("/rw").shared().acquire();
    Hold two = other.lock("/rw").shared().acquire();
    CompletableFuture<Hold> writer = other.lock("/rw").acquireAsync();
    Await.until("the writer waits", () -> waiting("/rw") == 1);

    assertThat(tenure.lock("/rw").owner("late reader").shared().tryAcquire()).isEmpty();
    one.release();
    two.release();

    writer.get(20, TimeUnit.SECONDS).release();
  }

  @Test
  void semaphoreGivesItsPermitsAndNoMore() throws Exception {
    Hold one = tenure.lock("/permits").owner("a").semaphore(2).acquire();
    Hold two = tenure.lock("/permits").owner("b").semaphore(2).acquire();

    assertThat(other.lock("/permits").semaphore(2).tryAcquire()).isEmpty();
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> other.lock("/permits").semaphore(3).tryAcquire())
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.KIND_MISMATCH));
    one.release();
    assertThat(other.lock("/permits").semaphore(2).tryAcquire()).isPresent();
    two.release();
  }

  @Test
  void subtreeKeepsEverybodyBelowOut() throws Exception {
    try (Hold hold = tenure.lock("/tree").subtree().acquire()) {
      assertThat(other.lock("/tree/leaf").tryAcquire()).isEmpty();
      assertThat(hold.targets()).containsExactly(Target.exclusive("/tree").subtree());
    }
    assertThat(other.lock("/tree/leaf").tryAcquire()).isPresent();
  }

  @Test
  void severalKeysAreGrantedTogetherOrNotAtAll() throws Exception {
    Hold b = other.lock("/several/b").acquire();

    assertThat(tenure.lock("/several/a", "/several/b").tryAcquire()).isEmpty();
    assertThat(tenure.get("/several/a").holds()).isEmpty();
    b.release();
    Hold both = tenure.lock("/several/b", "/several/a").acquire();

    assertThat(both.keys()).containsExactly("/several/a", "/several/b");
    both.release();
  }

  @Test
  void deadlockIsRefusedWithItsCycle() throws Exception {
    Hold a = tenure.lock("/dl/a").party("first").acquire();
    Hold b = tenure.lock("/dl/b").party("second").acquire();
    CompletableFuture<Hold> waits = tenure.lock("/dl/b").party("first").acquireAsync();
    Await.until("it waits", () -> waiting("/dl/b") == 1);

    assertThatExceptionOfType(DeadlockException.class)
        .isThrownBy(() -> tenure.lock("/dl/a").party("second").acquire())
        .satisfies(
            e ->
                assertThat(e.cycle())
                    .extracting(DeadlockLink::party)
                    .containsOnly("first", "second"));

    b.release();
    waits.get(20, TimeUnit.SECONDS).release();
    a.release();
  }

  @Test
  void grantsFollowTheOrderOfArrival() throws Exception {
    Hold hold = tenure.lock("/fair").acquire();
    List<CompletableFuture<Integer>> order = new ArrayList<>();
    AtomicInteger next = new AtomicInteger();
    for (int i = 0; i < 20; i++) {
      int place = i;
      order.add(
          (i % 2 == 0 ? tenure : other)
              .lock("/fair")
              .acquireAsync()
              .thenApply(
                  granted -> {
                    int turn = next.getAndIncrement();
                    granted.release();
                    return turn;
                  }));
      Await.until("it waits", () -> waiting("/fair") == place + 1);
    }

    hold.release();

    for (int i = 0; i < 20; i++) {
      assertThat(order.get(i).get(20, TimeUnit.SECONDS)).isEqualTo(i);
    }
  }

  @Test
  void badRequestsAreRefusedWithTheRange() {
    assertThatThrownBy(() -> tenure.lock("/a").waitUpTo(Duration.ofDays(2)))
        .hasMessageContaining("expected: 0 to 1 day");
    assertThatThrownBy(() -> tenure.lock("/a").semaphore(0))
        .hasMessageContaining("permits: 0 (expected: 1 to 1000000)");
    assertThatThrownBy(() -> tenure.lock(List.of())).hasMessageContaining("1 to 16");
    assertThatThrownBy(() -> tenure.openSession(Duration.ofMillis(500)))
        .hasMessage("ttl: 0.5 s (expected: 1 s to 600 s)");
  }

  @Test
  void everyCallTakesAPermitOfItsOwnAlsoOnOneThread() throws Exception {
    LockRequest permit = tenure.lock("/permits/own").semaphore(2);

    Hold first = permit.tryAcquire().orElseThrow();
    Hold second = permit.tryAcquire().orElseThrow();

    assertThat(permit.tryAcquire()).isEmpty();
    assertThat(tenure.get("/permits/own").holds()).hasSize(2);
    assertThat(permit.owner("me").tryAcquire()).isEmpty();
    first.release();
    assertThat(permit.tryAcquire()).isPresent();
    second.release();
  }

  @Test
  void closedClientRefuses() {
    Tenure closed = Tenure.connect(server.endpoint());
    closed.close();
    closed.close();

    assertThatThrownBy(() -> closed.lock("/a").acquire()).isInstanceOf(TenureException.class);
  }

  @Test
  void sessionOfItsOwnReleasesWhatItHoldsWhenItCloses() throws Exception {
    Session session = tenure.openSession(Duration.ofSeconds(5));
    Hold one = session.lock("/own/1").acquire();
    Hold two = session.lock("/own/2").acquire();

    session.close();

    assertThat(session.isLive()).isFalse();
    assertThat(one.isValid()).isFalse();
    assertThat(two.isValid()).isFalse();
    assertThat(other.lock("/own/1", "/own/2").tryAcquire()).isPresent();
    assertThatExceptionOfType(SessionLostException.class)
        .isThrownBy(() -> session.lock("/own/3").acquire())
        .satisfies(e -> assertThat(e.loss()).isEqualTo(Loss.CLOSED));
  }
}
