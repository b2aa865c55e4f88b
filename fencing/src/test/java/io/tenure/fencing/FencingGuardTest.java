package io.tenure.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.tenure.harness.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guard for a resource in this process. */
final class FencingGuardTest {
  private final FencingGuard guard = new FencingGuard("/account");

  @Test
  void staleTokenIsRefused() {
    guard.check(34);

    assertThatExceptionOfType(StaleTokenException.class)
        .isThrownBy(() -> guard.check(33))
        .withMessage("/account: stale token 33 (seen: 34); its holder has lost the lock")
        .satisfies(
            stale -> {
              assertThat(stale.resource()).isEqualTo("/account");
              assertThat(stale.token()).isEqualTo(33);
              assertThat(stale.highest()).isEqualTo(34);
            });
    assertThat(guard.highest()).isEqualTo(34);
  }

  @Test
  void equalAndGreaterTokensPass() {
    guard.check(33);
    guard.check(33);
    guard.check(35);
    guard.check(35);

    assertThat(guard.highest()).isEqualTo(35);
  }

  @Test
  void guardRemembersWhatItsResourceWasLoadedWith() {
    FencingGuard loaded = new FencingGuard("/account", 34);

    assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> loaded.check(33));
    assertThatNoException().isThrownBy(() -> loaded.check(34));
  }

  @Test
  void actionOfAStaleTokenIsNotRun() {
    List<String> written = new ArrayList<>();
    guard.run(34, () -> written.add("new"));

    assertThatExceptionOfType(StaleTokenException.class)
        .isThrownBy(() -> guard.run(33, () -> written.add("old")));
    assertThatExceptionOfType(StaleTokenException.class)
        .isThrownBy(() -> guard.call(33, () -> written.add("old")));
    assertThat(written).containsExactly("new");
  }

  @Test
  void callGivesWhatItsActionGivesAndThrowsWhatItThrows() {
    int answer = guard.call(33, () -> 42);

    assertThat(answer).isEqualTo(42);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                guard.call(
                    34,
                    () -> {
                      throw new IOException("disk full");
                    }))
        .withMessage("disk full");
  }

  @Test
  void tokenOfAFailedActionCountsAsSeen() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                guard.run(
                    34,
                    () -> {
                      throw new IllegalStateException("half done");
                    }));

    assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.check(33));
    assertThatNoException().isThrownBy(() -> guard.check(34));
  }

  @Test
  void newerTokenWaitsForTheActionThatIsRunning() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    List<Integer> written = new ArrayList<>();
    FutureTask<Boolean> older =
        new FutureTask<>(
            () ->
                guard.call(
                    33,
                    () -> {
                      running.countDown();
                      mayEnd.await();
                      return written.add(33);
                    }));
    FutureTask<Boolean> newer = new FutureTask<>(() -> guard.call(34, () -> written.add(34)));
    new Thread(older).start();
    running.await();

    Thread second = new Thread(newer);
    second.start();
    Await.until("the second thread waits", () -> second.getState() == Thread.State.WAITING);
    assertThat(guard.highest()).isEqualTo(33);
    mayEnd.countDown();

    assertThat(Await.outcome(older)).isTrue();
    assertThat(Await.outcome(newer)).isTrue();
    assertThat(written).containsExactly(33, 34);
  }

  @Test
  void actionMayUseItsOwnTokenAgain() {
    List<String> written = new ArrayList<>();

    guard.run(33, () -> guard.run(33, () -> written.add("nested")));

    assertThat(written).containsExactly("nested");
  }

  @Test
  void actionCannotMakeItsOwnTokenStale() {
    assertThatIllegalStateException()
        .isThrownBy(() -> guard.run(33, () -> guard.check(34)))
        .withMessage("/account: token 34 inside an action (expected: 33, the action's own)");
    assertThat(guard.highest()).isEqualTo(33);
  }

  @Test
  void writesComeInTheOrderOfTheirTokensWhateverTheThreadsDo() throws Exception {
    List<Long> written = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> tasks = new ArrayList<>();

    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      tasks.add(threads.submit(() -> writeALot(random, written)));
    }
    for (Future<?> task : tasks) {
      Await.outcome(task);
    }
    threads.shutdown();

    assertThat(written).isSorted().hasSizeGreaterThan(4);
  }

  private void writeALot(Random random, List<Long> written) {
    for (long i = 1; i <= 10_000; i++) {
      long token = i + random.nextInt(100);
      try {
        guard.run(token, () -> written.add(token));
      } catch (StaleTokenException late) {
        assertThat(late.highest()).isGreaterThan(token);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1L << 53, Long.MAX_VALUE})
  void tokenThatCannotBeOneIsRefused(long token) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> guard.check(token))
        .withMessage("token: " + token + " (expected: 1 to 9007199254740991)");
    assertThatIllegalArgumentException().isThrownBy(() -> guard.run(token, () -> {}));
    assertThatIllegalArgumentException().isThrownBy(() -> guard.call(token, () -> ""));
    assertThat(guard.highest()).isZero();
  }

  @Test
  void resourceMustBeNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FencingGuard(""))
        .withMessage("resource: 0 bytes (expected: 1 to 512 bytes)");
  }
}
