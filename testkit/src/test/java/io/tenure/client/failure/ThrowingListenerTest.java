package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.ElectionListener;
import io.tenure.client.Hold;
import io.tenure.client.Leader;
import io.tenure.client.LockEvent;
import io.tenure.client.Observation;
import io.tenure.client.Scope;
import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.client.Watch;
import io.tenure.client.WatchListener;
import io.tenure.client.view.WatchedKeys;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Listeners that throw. A release and the grant that follows arrive in one frame. */
final class ThrowingListenerTest {
  private static final String KEY = "/throwing/listener";

  private static final TestServer server = SharedServer.get();
  private static Tenure tenure;

  @BeforeAll
  static void start() {
    tenure = Tenure.connect(server.endpoint());
  }

  @AfterAll
  static void stop() {
    tenure.close();
  }

  private static void handOff(String key) throws Exception {
    Hold first = tenure.lock(key).value("first").acquireAsync().get(30, TimeUnit.SECONDS);
    CompletableFuture<Hold> second = tenure.lock(key).value("second").acquireAsync();
    Await.until("another waits", () -> tenure.get(key).waiting() == 1);
    first.release();
    second.get(30, TimeUnit.SECONDS).release();
  }

  @Test
  void watchListenerThatThrowsIsToldEveryEvent() throws Exception {
    List<LockEvent.Kind> told = new CopyOnWriteArrayList<>();
    CountDownLatch started = new CountDownLatch(1);
    WatchListener listener =
        new WatchListener() {
          @Override
          public void started() {
            started.countDown();
            throw new IllegalStateException("thrown by the test's listener");
          }

          @Override
          public void happened(LockEvent event) {
            told.add(event.kind());
            throw new IllegalStateException("thrown by the test's listener");
          }
        };

    try (Watch watch = tenure.watch(new WatchedKeys(KEY, Scope.KEY), listener)) {
      assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
      handOff(KEY);
      Await.until("the last event is told", () -> told.size() == 5);
    }

    assertThat(told)
        .containsExactly(
            LockEvent.Kind.GRANTED,
            LockEvent.Kind.QUEUED,
            LockEvent.Kind.RELEASED,
            LockEvent.Kind.GRANTED,
            LockEvent.Kind.RELEASED);
  }

  @Test
  void observationListenerThatThrowsIsToldEveryChange() throws Exception {
    String key = "/throwing/observer";
    List<String> told = new CopyOnWriteArrayList<>();
    ElectionListener listener =
        new ElectionListener() {
          @Override
          public void elected(Leader leader) {
            told.add(leader.value());
            throw new IllegalStateException("thrown by the test's listener");
          }

          @Override
          public void vacant() {
            told.add("vacant");
            throw new IllegalStateException("thrown by the test's listener");
          }
        };

    try (Observation observation = tenure.election(key).observe(listener)) {
      Await.until("it observes", () -> told.size() == 1);
      handOff(key);
      Await.until("the last change is told", () -> told.size() == 5);
    }

    assertThat(told).containsExactly("vacant", "first", "vacant", "second", "vacant");
  }
}
