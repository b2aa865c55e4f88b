package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.view.KeyView;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Leadership ends while the listeners are slow, or before they are told. */
final class CandidacyTest {
  private static final TestServer server = SharedServer.get();
  private static ClusterAdmin admin;

  private Tenure tenure;
  private Candidacy candidacy;
  private final List<String> story = new CopyOnWriteArrayList<>();

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

  private static Tenure.Builder client() {
    // A leader hears with a keep-alive that it was deposed: once a second.
    return Tenure.builder().endpoints(server.endpoint()).ttl(Duration.ofSeconds(3));
  }

  private void stand(String key) {
    candidacy =
        tenure
            .election(key)
            .stand(won -> story.add("elected"), loss -> story.add("demoted " + loss));
  }

  private static void revoke(String key) throws Exception {
    try (Tenure reader = client().connect()) {
      Await.until("somebody leads", () -> !reader.get(key).holds().isEmpty());
      admin.revoke(key, reader.get(key).holds().get(0).token());
    }
  }

  private boolean isVacant(String key) throws InterruptedException {
    KeyView view = tenure.get(key);
    return view.holds().isEmpty() && view.waiting() == 0;
  }

  private void standAndResign(String key, Consumer<Leadership> resignation) {
    candidacy =
        tenure
            .election(key)
            .stand(
                won -> {
                  story.add("elected");
                  if (story.size() < 5) {
                    resignation.accept(won);
                  }
                },
                loss -> story.add("demoted " + loss));
  }

  private void assertLedThreeTimes() throws Exception {
    Await.until("it leads for the third time", () -> story.size() >= 5 && candidacy.leads());
    assertThat(story)
        .containsExactly("elected", "demoted CLOSED", "elected", "demoted CLOSED", "elected");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void standSlowly(String key, CountDownLatch listener) {
    candidacy =
        tenure
            .election(key)
            .stand(
                won -> {
                  story.add("elected");
                  await(listener);
                  story.add("returned");
                },
                loss -> story.add("demoted " + loss));
  }

  @Test
  void demotionIsToldWhileTheListenerOfTheElectionStillRuns() throws Exception {
    tenure = client().connect();
    CountDownLatch listener = new CountDownLatch(1);
    standSlowly("/c/beside", listener);
    Await.until("it is elected", () -> story.contains("elected"));

    revoke("/c/beside");

    Await.until("it is demoted", () -> story.size() == 2);
    assertThat(story).containsExactly("elected", "demoted REVOKED");
    assertThat(candidacy.leads()).isFalse();
    // One election at a time: it does not stand before the listener has returned.
    assertThat(isVacant("/c/beside")).isTrue();
    listener.countDown();
    Await.until("it leads again", () -> story.size() == 5);
    candidacy.close();
    assertThat(story)
        .containsExactly(
            "elected", "demoted REVOKED", "returned", "elected", "returned", "demoted CLOSED");
  }

  @Test
  void resigningAndClosingTellOfTheEndWhileTheListenerOfTheElectionStillRuns() throws Exception {
    tenure = client().connect();
    CountDownLatch listener = new CountDownLatch(1);
    standSlowly("/c/resign", listener);
    Await.until("it is elected", () -> story.contains("elected"));

    candidacy.resign();
    candidacy.resign(); // Of nothing.
    assertThat(story).containsExactly("elected", "demoted CLOSED");
    assertThat(isVacant("/c/resign")).isTrue();
    candidacy.close();
    listener.countDown();

    Await.until("it has returned", () -> story.contains("returned"));
    assertThat(story).containsExactly("elected", "demoted CLOSED", "returned");
    assertThat(tenure.election("/c/resign").campaign(Duration.ofSeconds(30))).isPresent();
    assertThat(story).hasSize(3);
  }

  @Test
  void termThatIsOverBeforeItsElectionCouldBeToldIsNotTold() throws Exception {
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    tenure = client().callbacks(tasks::add).connect();
    stand("/c/late");
    Hold canary = tenure.lock("/c/canary").acquire();
    revoke("/c/late");
    // What is revoked later is heard of later, or together with it.
    admin.revoke("/c/canary", canary.token());
    Await.until("the client knows", () -> !canary.isValid());

    // The executor comes to itself when all is over.
    ExecutorService thread = Executors.newSingleThreadExecutor();
    thread.execute(() -> runAll(tasks));
    Await.until("it leads", () -> candidacy.leads() && !story.isEmpty());

    assertThat(story).containsExactly("elected");
    candidacy.close();
    assertThat(story).containsExactly("elected", "demoted CLOSED");
    tenure.close();
    thread.shutdownNow();
  }

  private static void runAll(BlockingQueue<Runnable> tasks) {
    try {
      while (true) {
        tasks.take().run();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void closedCandidacyThatWasElectedButNotToldTellsNothingAndLeavesNothing() throws Exception {
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    tenure = client().callbacks(tasks::add).connect();
    stand("/c/closed");
    Await.until("it is elected", () -> !tenure.get("/c/closed").holds().isEmpty());

    candidacy.close();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    thread.execute(() -> runAll(tasks));

    Await.until("it has resigned", () -> isVacant("/c/closed"));
    assertThat(story).isEmpty();
    tenure.close();
    thread.shutdownNow();
  }

  @Test
  void everyElectionIsFollowedByOneDemotionHoweverSoonItEnds() throws Exception {
    tenure = client().connect();
    stand("/c/often");

    for (int i = 0; i < 100; i++) {
      Await.until("it leads", candidacy::leads);
      candidacy.resign();
    }
    candidacy.close();

    Await.until("it is over", () -> isVacant("/c/often"));
    long elections = story.stream().filter("elected"::equals).count();
    assertThat(elections).isPositive();
    assertThat(story.stream().filter("demoted CLOSED"::equals)).hasSize((int) elections);
    assertThat(story).hasSize((int) (2 * elections));
  }

  @Test
  void expiredTermIsToldOnceAndTheCandidateStandsAgain() throws Exception {
    try (TestServer own = TestServer.start()) {
      tenure = Tenure.builder().endpoints(own.endpoint()).ttl(Duration.ofSeconds(1)).connect();
      CountDownLatch listener = new CountDownLatch(1);
      standSlowly("/c/expired", listener);
      Await.until("it is elected", () -> story.contains("elected"));

      own.kill();
      Await.until("it is demoted", () -> story.size() == 2);
      own.restart();
      listener.countDown();

      Await.until("it leads again", () -> story.size() == 5);
      candidacy.close();
      assertThat(story)
          .containsExactly(
              "elected", "demoted TERM_OVER", "returned", "elected", "returned", "demoted CLOSED");
      assertThat(own.connect().election("/c/expired").campaign(Duration.ofSeconds(30))).isPresent();
      tenure.close();
    }
  }

  @Test
  void leadershipThatIsResignedIsDemotedAndItsCandidateStandsAgain() throws Exception {
    tenure = client().connect();

    standAndResign("/c/by-itself", won -> resign(won, story.size() == 1));

    assertLedThreeTimes();
    candidacy.close();
  }

  private static void resign(Leadership leadership, boolean byName) {
    if (byName) {
      leadership.resign();
    } else {
      leadership.close();
    }
  }

  @Test
  void leadershipThatIsResignedOnTheOnlyCallbackThreadIsDemotedFirst() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    tenure = client().callbacks(thread).connect();

    standAndResign("/c/only-thread", Leadership::resign);

    assertLedThreeTimes();
    tenure.close();
    thread.shutdown();
  }

  @Test
  void leadershipThatIsResignedWithoutWaitingIsDemotedToo() throws Exception {
    tenure = client().connect();
    CompletableFuture<Leadership> first = new CompletableFuture<>();
    standAndResign("/c/async", first::complete);
    first.get(30, TimeUnit.SECONDS).resignAsync().get(30, TimeUnit.SECONDS);
    assertThat(story).startsWith("elected", "demoted CLOSED");
    Await.until("it leads again", () -> story.size() == 3 && candidacy.leads());

    candidacy.resignAsync().get(30, TimeUnit.SECONDS);

    assertLedThreeTimes();
    candidacy.close();
    candidacy.resignAsync().get(30, TimeUnit.SECONDS); // Of nothing.
  }

  @Test
  void candidateThatResignsIsToldOnACallbackThreadWhileItStillLeads() throws Exception {
    tenure = client().connect();
    candidacy =
        tenure
            .election("/c/where")
            .stand(
                won -> {},
                loss -> {
                  story.add(Thread.currentThread().getName().replaceAll("\\d+", "N"));
                  story.add(isVacantNow("/c/where") ? "vacant" : "held");
                });
    Await.until("it leads", candidacy::leads);

    candidacy.close();

    assertThat(story).containsExactly("tenure-callbacks-N-N", "held");
    assertThat(isVacant("/c/where")).isTrue();
  }

  private boolean isVacantNow(String key) {
    try {
      return isVacant(key);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
