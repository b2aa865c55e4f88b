package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.LockEvent;
import io.tenure.client.Loss;
import io.tenure.client.Scope;
import io.tenure.client.Tenure;
import io.tenure.client.Watch;
import io.tenure.client.WatchListener;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.WatchedKeys;
import io.tenure.harness.Await;
import io.tenure.testkit.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The leader is lost: clients see a delay and nothing else. */
final class FailoverTest {
  private TestCluster cluster;
  private Tenure tenure;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start();
    tenure = Tenure.builder().endpoints(cluster.endpoints()).ttl(Duration.ofSeconds(10)).connect();
  }

  @AfterEach
  void stop() {
    tenure.close();
    cluster.close();
  }

  @Test
  void holdsAndWaitingRequestsSurviveTheLeader() throws Exception {
    List<Loss> losses = new CopyOnWriteArrayList<>();
    Hold hold = tenure.lock("/f/held").acquire().onLost(losses::add);
    CompletableFuture<Hold> waits = tenure.lock("/f/held").acquireAsync();
    Await.until("it waits", () -> tenure.get("/f/held").waiting() == 1);

    cluster.killLeader();
    Hold fresh = tenure.lock("/f/fresh").acquire();

    assertThat(hold.isValid()).isTrue();
    assertThat(waits).isNotDone();
    assertThat(tenure.get("/f/held").holds())
        .extracting(HoldView::token)
        .containsExactly(hold.token());
    hold.release();
    Hold next = waits.get(30, TimeUnit.SECONDS);
    assertThat(next.token()).isGreaterThan(fresh.token()).isGreaterThan(hold.token());
    assertThat(losses).isEmpty();
  }

  @Test
  void lockIsHeldByOneAtATimeWhileLeadersComeAndGo() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger violations = new AtomicInteger();
    AtomicLong highest = new AtomicLong();
    AtomicLong entries = new AtomicLong();
    AtomicBoolean stop = new AtomicBoolean();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      workers.add(
          new Thread(
              () -> {
                while (!stop.get()) {
                  try (Hold hold = tenure.lock("/f/one").acquire()) {
                    boolean alone = inside.incrementAndGet() == 1;
                    boolean grew = highest.getAndAccumulate(hold.token(), Math::max) < hold.token();
                    if (!alone || !grew) {
                      violations.incrementAndGet();
                    }
                    entries.incrementAndGet();
                    inside.decrementAndGet();
                  } catch (InterruptedException e) {
                    return;
                  }
                }
              }));
    }
    workers.forEach(Thread::start);

    for (int i = 0; i < 2; i++) {
      long before = entries.get();
      Await.until("work goes on", () -> entries.get() > before + 50);
      String killed = cluster.killLeader();
      long then = entries.get();
      Await.until("work goes on without the leader", () -> entries.get() > then + 50);
      cluster.restart(killed);
    }
    stop.set(true);
    for (Thread worker : workers) {
      worker.join(30_000);
    }

    assertThat(violations).hasValue(0);
  }

  @Test
  void watchMissesNothingAndTellsNothingTwice() throws Exception {
    List<Long> revisions = new CopyOnWriteArrayList<>();
    List<Long> tokens = new CopyOnWriteArrayList<>();
    AtomicBoolean started = new AtomicBoolean();
    WatchListener listener =
        new WatchListener() {
          @Override
          public void started() {
            started.set(true);
          }

          @Override
          public void happened(LockEvent event) {
            revisions.add(event.revision());
            if (event.kind() == LockEvent.Kind.GRANTED) {
              tokens.add(event.token());
            }
          }
        };
    List<Long> granted = new ArrayList<>();
    try (Watch watch = tenure.watch(new WatchedKeys("/f/watched", Scope.SUBTREE), listener)) {
      Await.until("it watches", started::get);
      for (int i = 0; i < 60; i++) {
        if (i == 20) {
          cluster.killLeader();
        }
        Hold hold = tenure.lock("/f/watched/" + i % 3).acquire();
        granted.add(hold.token());
        hold.release();
      }
      Await.until("everything is told", () -> revisions.size() >= 120);
    }

    assertThat(tokens).containsExactlyElementsOf(granted);
    assertThat(revisions).isSorted().doesNotHaveDuplicates().hasSize(120);
  }

  @Test
  void clientFindsTheOthersThroughOne() throws Exception {
    String some = cluster.endpoints().get(0);
    try (Tenure through = Tenure.connect(some)) {
      Hold hold = through.lock("/f/through").acquire();
      assertThat(hold.isValid()).isTrue();
      hold.release();
    }
  }
}
