package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tenure.client.admin.ClusterAdmin;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ElectionTest {
  private static final TestServer server = SharedServer.get();
  private static Tenure tenure;
  private static Tenure other;

  @BeforeAll
  static void start() throws Exception {
    tenure = Tenure.connect(server.endpoint());
    other = Tenure.connect(server.endpoint());
  }

  @AfterAll
  static void stop() {
    tenure.close();
    other.close();
  }

  @Test
  void oneLeadsAndTheNextFollows() throws Exception {
    List<Long> tokens = new CopyOnWriteArrayList<>();
    AtomicInteger leading = new AtomicInteger();
    List<Thread> candidates = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Election election = (i % 2 == 0 ? tenure : other).election("/e/scheduler").value("c" + i);
      candidates.add(
          new Thread(
              () -> {
                try {
                  election.run(
                      leadership -> {
                        assertThat(leading.incrementAndGet()).isEqualTo(1);
                        tokens.add(leadership.token());
                        leading.decrementAndGet();
                      });
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }));
    }
    candidates.forEach(Thread::start);
    for (Thread candidate : candidates) {
      candidate.join(30_000);
    }

    assertThat(tokens).hasSize(5).isSorted().doesNotHaveDuplicates();
    assertThat(tenure.election("/e/scheduler").leader()).isEmpty();
  }

  @Test
  void crashedLeaderWakesExactlyOneOfAThousand() throws Exception {
    Tenure doomed =
        Tenure.builder().endpoints(server.endpoint()).ttl(Duration.ofSeconds(30)).connect();
    Session crashing = doomed.openSession(Duration.ofSeconds(30));
    Hold leader = crashing.lock("/e/crowd").acquire();
    AtomicInteger woken = new AtomicInteger();
    List<CompletableFuture<Leadership>> candidates = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      CompletableFuture<Leadership> campaign = tenure.election("/e/crowd").campaignAsync();
      candidates.add(campaign);
      var unused = campaign.thenRun(woken::incrementAndGet);
    }
    Await.until("all stand", () -> tenure.get("/e/crowd").waiting() == 1_000);

    crashing.close();

    Await.until("one is woken", () -> woken.get() == 1);
    assertThat(tenure.get("/e/crowd").waiting()).isEqualTo(999);
    assertThat(tenure.get("/e/crowd").holds())
        .singleElement()
        .satisfies(hold -> assertThat(hold.token()).isGreaterThan(leader.token()));
    assertThat(woken).hasValue(1);
    candidates.forEach(campaign -> campaign.cancel(true));
    candidates.stream()
        .filter(campaign -> campaign.isDone() && !campaign.isCompletedExceptionally())
        .forEach(campaign -> campaign.join().resign());
    Await.until("nobody stands", () -> tenure.get("/e/crowd").waiting() == 0);
    doomed.close();
  }

  @Test
  void observerSeesLeadersProclamationsAndVacancies() throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    ElectionListener listener =
        new ElectionListener() {
          @Override
          public void elected(Leader leader) {
            seen.add("elected " + leader.value());
          }

          @Override
          public void proclaimed(Leader leader) {
            seen.add("proclaimed " + leader.value());
          }

          @Override
          public void vacant() {
            seen.add("vacant");
          }
        };
    try (Observation observation = tenure.election("/e/observed").observe(listener)) {
      Await.until("it observes", () -> seen.size() == 1);
      Leadership first = other.election("/e/observed").value("a").campaign();
      first.proclaim("a2");
      first.resign();
      Leadership second = other.election("/e/observed").value("b").campaign();
      Await.until("all is seen", () -> seen.contains("elected b"));
      second.resign();
      Await.until("all is seen", () -> seen.size() == 6);
    }

    assertThat(seen)
        .containsExactly("vacant", "elected a", "proclaimed a2", "vacant", "elected b", "vacant");
  }

  @Test
  void observerBeginsWithWhoLeads() throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    try (Leadership leadership = other.election("/e/late").value("host").campaign()) {
      try (Observation observation =
          tenure.election("/e/late").observe(leader -> seen.add(leader.value()))) {
        Await.until("it is told", () -> !seen.isEmpty());
      }
      assertThat(seen).containsExactly("host");
      assertThat(tenure.election("/e/late").leader())
          .get()
          .satisfies(leader -> assertThat(leader.token()).isEqualTo(leadership.token()));
    }
  }

  @Test
  void candidacyIsToldBeforeAnotherIsElected() throws Exception {
    List<String> story = new CopyOnWriteArrayList<>();
    Candidacy one =
        tenure
            .election("/e/stand")
            .stand(l -> story.add("one leads"), loss -> story.add("one is demoted"));
    Await.until("one leads", one::leads);
    Candidacy two =
        other
            .election("/e/stand")
            .stand(l -> story.add("two leads"), loss -> story.add("two is demoted"));
    Await.until("two stands", () -> tenure.get("/e/stand").waiting() == 1);

    one.resign();
    Await.until("two leads", two::leads);
    Await.until("one stands again", () -> tenure.get("/e/stand").waiting() == 1);
    two.close();
    Await.until("one leads again", one::leads);
    one.close();

    assertThat(story)
        .containsExactly(
            "one leads",
            "one is demoted",
            "two leads",
            "two is demoted",
            "one leads",
            "one is demoted");
  }

  @Test
  void demotedLeaderIsInterruptedAndKnows() throws Exception {
    CountDownLatch elected = new CountDownLatch(1);
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    Thread leader =
        new Thread(
            () -> {
              try {
                tenure
                    .election("/e/demoted")
                    .run(
                        leadership -> {
                          elected.countDown();
                          try {
                            new CountDownLatch(1).await();
                          } catch (InterruptedException e) {
                            ended.complete(leadership.isValid());
                          }
                        });
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    leader.start();
    assertThat(elected.await(30, TimeUnit.SECONDS)).isTrue();
    long token = tenure.get("/e/demoted").holds().get(0).token();

    try (ClusterAdmin admin = ClusterAdmin.of(List.of(server.endpoint()))) {
      admin.revoke("/e/demoted", token);
    }

    assertThat(ended.get(30, TimeUnit.SECONDS)).isFalse();
    leader.join(30_000);
  }

  private static void revoke(String key, Leadership leadership) {
    try (ClusterAdmin admin = ClusterAdmin.of(List.of(server.endpoint()))) {
      admin.revoke(key, leadership.token());
    }
  }

  @Test
  void interruptByALossEndsWithTheTerm() throws Exception {
    Election election = tenure.election("/e/run");

    election.run(
        leadership -> {
          revoke("/e/run", leadership);
          while (leadership.isValid() || !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
          }
        });
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    election.run(
        leadership -> {
          revoke("/e/run", leadership);
          new CountDownLatch(1).await();
        });

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(election.leader()).isEmpty();
  }

  @Test
  void interruptBySomebodyElseComesThrough() throws Exception {
    Election election = tenure.election("/e/interrupted");
    Thread leader = Thread.currentThread();

    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(
            () ->
                election.run(
                    leadership -> {
                      leader.interrupt();
                      new CountDownLatch(1).await();
                    }));
    election.run(leadership -> leader.interrupt());

    assertThat(Thread.interrupted()).isTrue();
    Await.until("it has resigned", () -> election.leader().isEmpty());
  }

  @Test
  void interruptThatWasThereBeforeTheLossComesThrough() throws Exception {
    Election election = tenure.election("/e/before");
    Thread leader = Thread.currentThread();

    election.run(
        leadership -> {
          leader.interrupt();
          new Thread(() -> revoke("/e/before", leadership)).start();
          while (leadership.isValid()) {
            Thread.onSpinWait();
          }
        });

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void candidateMayStandForAWhileWithoutBlocking() throws Exception {
    Election election = tenure.election("/e/while");
    Leadership first =
        election.campaignAsync(Duration.ZERO).get(30, TimeUnit.SECONDS).orElseThrow();

    assertThat(election.campaignAsync(Duration.ofMillis(10)).get(30, TimeUnit.SECONDS)).isEmpty();
    assertThat(election.leaderAsync().get(30, TimeUnit.SECONDS).orElseThrow().token())
        .isEqualTo(first.token());
    first.resign();
  }
}
