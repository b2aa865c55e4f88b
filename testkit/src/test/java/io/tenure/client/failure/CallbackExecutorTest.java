package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Candidacy;
import io.tenure.client.Hold;
import io.tenure.client.LockEvent;
import io.tenure.client.Loss;
import io.tenure.client.Scope;
import io.tenure.client.Session;
import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.client.Watch;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.view.WatchedKeys;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The user's callback executor blocks, rejects tasks, or runs them on the caller. */
final class CallbackExecutorTest {
  private static final TestServer server = SharedServer.get();
  private static ClusterAdmin admin;

  private Tenure tenure;
  private final AtomicInteger rejections = new AtomicInteger();
  private final List<Loss> losses = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() {
    admin = ClusterAdmin.of(List.of(server.endpoint()));
  }

  @AfterAll
  static void stop() {
    admin.close();
  }

  @AfterEach
  void disconnect() {
    tenure.close();
  }

  private void connect(Executor callbacks) {
    tenure =
        Tenure.builder()
            .endpoints(server.endpoint())
            .ttl(Duration.ofSeconds(3))
            .callbacks(callbacks)
            .connect();
  }

  private void rejectAll(Runnable task) {
    rejections.incrementAndGet();
    throw new RejectedExecutionException("full");
  }

  /** Asserts over more keep-alives than one term has. */
  private static void assertIsKeptAlive(Hold hold) throws Exception {
    for (int i = 0; i < 4; i++) {
      Duration least = hold.remaining();
      for (Duration left = least; left.compareTo(least) <= 0; left = hold.remaining()) {
        assertThat(hold.isValid()).isTrue();
        least = left;
        TimeUnit.MILLISECONDS.sleep(1);
      }
    }
  }

  @Test
  void lossIsToldAlthoughTheExecutorRejectsEverything() throws Exception {
    connect(this::rejectAll);
    Hold kept = tenure.lock("/x/kept").acquire().onLost(losses::add);
    Hold revoked = tenure.lock("/x/revoked").acquire();
    List<Loss> told = new CopyOnWriteArrayList<>();
    revoked.onLost(told::add);

    admin.revoke("/x/revoked", revoked.token());

    Await.until("it is told", () -> !told.isEmpty());
    assertIsKeptAlive(kept);
    assertThat(told).containsExactly(Loss.REVOKED);
    assertThat(losses).isEmpty();
    assertThat(rejections).hasPositiveValue();
    tenure.close();
    Await.until("it is told", () -> !losses.isEmpty());
    assertThat(losses).containsExactly(Loss.CLOSED);
  }

  @Test
  void futuresWatchesAndCandidaciesGoOnAlthoughTheExecutorRejectsEverything() throws Exception {
    connect(this::rejectAll);
    List<LockEvent> events = new CopyOnWriteArrayList<>();
    List<String> story = new CopyOnWriteArrayList<>();

    Watch watch = tenure.watch(new WatchedKeys("/x/all", Scope.SUBTREE), 1, events::add);
    Hold hold = tenure.lock("/x/all/lock").acquireAsync().get(30, TimeUnit.SECONDS);
    assertThat(tenure.getAsync("/x/all/lock").get(30, TimeUnit.SECONDS).holds()).hasSize(1);
    hold.releaseAsync().get(30, TimeUnit.SECONDS);
    Candidacy candidacy =
        tenure
            .election("/x/all/election")
            .stand(won -> story.add("elected"), loss -> story.add("demoted"));
    Await.until("it is told", () -> story.contains("elected"));
    candidacy.resign();
    Await.until("it leads again", () -> story.size() == 3);
    candidacy.close();

    assertThat(story).containsExactly("elected", "demoted", "elected", "demoted");
    Await.until("all is seen", () -> events.size() >= 6); // Three grants and three releases.
    watch.close();
    assertThat(rejections).hasPositiveValue();
  }

  @Test
  void lossIsToldWhenTheExecutorWasShutDownMeanwhile() throws Exception {
    ExecutorService callbacks = Executors.newSingleThreadExecutor();
    connect(callbacks);
    Hold hold = tenure.lock("/x/down").onLost(losses::add).acquireAsync().get(30, TimeUnit.SECONDS);

    callbacks.shutdownNow();
    admin.revoke("/x/down", hold.token());

    Await.until("it is told", () -> !losses.isEmpty());
    assertThat(losses).containsExactly(Loss.REVOKED);
    Hold next = tenure.lock("/x/down").acquireAsync().get(30, TimeUnit.SECONDS);
    assertIsKeptAlive(next);
  }

  @Test
  void executorThatFailsWithAnErrorIsNoDifferentFromOneThatRejects() throws Exception {
    connect(
        task -> {
          throw new NoClassDefFoundError("a decorator is broken");
        });
    Hold first = tenure.lock("/x/error/1").owner("a").acquire().onLost(losses::add);
    Hold second = tenure.lock("/x/error/2").owner("b").acquire().onLost(losses::add);
    Session session = tenure.openSession(Duration.ofSeconds(3)).onLost(losses::add);
    session.lock("/x/error/3").acquire().onLost(losses::add);

    session.close();
    tenure.close();

    Await.until("all are told", () -> losses.size() == 4);
    assertThat(losses).containsOnly(Loss.CLOSED);
    assertThat(first.isValid()).isFalse();
    assertThat(second.isValid()).isFalse();
  }

  @Test
  void callbacksThatThrowOnTheUsersThreadsStopNothing() throws Exception {
    ExecutorService callbacks = Executors.newSingleThreadExecutor();
    connect(callbacks);
    Hold kept = tenure.lock("/x/kept-too").acquire();
    Hold hold =
        tenure
            .lock("/x/throws")
            .onLost(
                loss -> {
                  throw new AssertionError("a bug");
                })
            .onLost(losses::add)
            .acquire();
    CompletableFuture<Void> dependent =
        tenure
            .lock("/x/dependent")
            .acquireAsync()
            .thenAccept(
                granted -> {
                  throw new IllegalStateException("another bug");
                });

    admin.revoke("/x/throws", hold.token());

    Await.until("the second listener is told", () -> !losses.isEmpty());
    Await.until("it has failed", dependent::isCompletedExceptionally);
    assertIsKeptAlive(kept);
    assertThat(losses).containsExactly(Loss.REVOKED);
    kept.releaseAsync().get(30, TimeUnit.SECONDS);
    callbacks.shutdown();
  }

  @Test
  void executorThatRunsOnItsCallerKeepsTheClientFromNothing() throws Exception {
    connect(Runnable::run);
    Hold kept = tenure.lock("/x/caller/kept").acquire();
    Hold revoked = tenure.lock("/x/caller/revoked").acquire();
    List<String> blocked = new CopyOnWriteArrayList<>();
    revoked.onLost(loss -> blocked.add("listener, token " + acquired("/x/caller/1")));
    CompletableFuture<Void> dependent =
        tenure
            .lock("/x/caller/2")
            .acquireAsync()
            .thenAccept(hold -> blocked.add("dependent, token " + acquired("/x/caller/3")));

    admin.revoke("/x/caller/revoked", revoked.token());

    dependent.get(30, TimeUnit.SECONDS);
    Await.until("both are done", () -> blocked.size() == 2);
    assertIsKeptAlive(kept);
    assertThat(blocked).noneMatch(each -> each.endsWith(" 0"));
  }

  /** Blocks: on the client's own thread it would never return. */
  private long acquired(String key) {
    try {
      return tenure.lock(key).acquire().token();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
