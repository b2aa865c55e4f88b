package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.view.WatchedKeys;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class WatchTest {
  private static final TestServer server = SharedServer.get();
  private static Tenure tenure;

  @BeforeAll
  static void start() throws Exception {
    tenure = Tenure.connect(server.endpoint());
  }

  @AfterAll
  static void stop() {
    tenure.close();
  }

  /** Keeps what it hears. */
  private static class Listener implements WatchListener {
    final AtomicBoolean started = new AtomicBoolean();
    final List<LockEvent> events = new CopyOnWriteArrayList<>();
    final AtomicReference<TenureException> end = new AtomicReference<>();

    @Override
    public void started() {
      started.set(true);
    }

    @Override
    public void happened(LockEvent event) {
      events.add(event);
    }

    @Override
    public void ended(TenureException why) {
      end.set(why);
    }
  }

  @Test
  void eventsOfTheWatchedKeysAreTold() throws Exception {
    Listener listener = new Listener();
    try (Watch watch = tenure.watch(new WatchedKeys("/w/tree", Scope.SUBTREE), listener)) {
      Await.until("it watches", listener.started::get);
      tenure.lock("/w/elsewhere").acquire().release();
      tenure.lock("/w/tree/a").value("v").acquire().release();
      Await.until("both are told", () -> listener.events.size() == 2);
    }

    assertThat(listener.events)
        .extracting(LockEvent::kind)
        .containsExactly(LockEvent.Kind.GRANTED, LockEvent.Kind.RELEASED);
    assertThat(listener.events.get(0).value()).isEqualTo("v");
  }

  @Test
  void watchBeginsWhereItIsToldTo() throws Exception {
    long before = tenure.get("/w/from").revision();
    Hold hold = tenure.lock("/w/from").acquire();
    hold.release();

    Listener listener = new Listener();
    try (Watch watch = tenure.watch(new WatchedKeys("/w/from", Scope.KEY), before + 1, listener)) {
      Await.until("the past is told", () -> listener.events.size() == 2);
    }

    assertThat(listener.events.get(0).token()).isEqualTo(hold.token());
  }

  @Test
  void closedWatchTellsNothing() throws Exception {
    Listener listener = new Listener();
    Watch watch = tenure.watch(new WatchedKeys("/w/closed", Scope.KEY), listener);
    Await.until("it watches", listener.started::get);

    watch.close();
    tenure.lock("/w/closed").acquire().release();

    assertThat(listener.events).isEmpty();
    assertThat(listener.end.get()).isNull();
  }

  @Test
  void slowListenerMissesNothingAndHoldsNobodyUp() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Listener slow =
        new Listener() {
          @Override
          public void happened(LockEvent event) {
            try {
              go.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            super.happened(event);
          }
        };
    try (Watch watch = tenure.watch(new WatchedKeys("/w/slow", Scope.KEY), slow)) {
      Await.until("it watches", slow.started::get);
      for (int i = 0; i < 1_500; i++) {
        tenure.lock("/w/slow").acquireAsync().get(30, TimeUnit.SECONDS).release();
      }

      go.countDown();

      Await.until("all is told", () -> slow.events.size() == 3_000);
    }
    assertThat(slow.events).extracting(LockEvent::revision).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void watchTooManyOfAClientEndsWithWhatIsExpected() throws Exception {
    Listener listener = new Listener();
    try (Tenure many = server.connect()) {
      for (int i = 0; i < 1_000; i++) {
        Watch unused = many.watch(new WatchedKeys("/w/many/" + i, Scope.KEY), new Listener());
      }

      Watch tooMany = many.watch(new WatchedKeys("/w/many", Scope.KEY), listener);

      Await.until("it ends", () -> listener.end.get() != null);
      tooMany.close();
    }
    assertThat(listener.end.get())
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("watches on this connection: 1001 (expected: at most 1000");
    assertThat(listener.end.get().reason()).isEqualTo(Reason.OVERLOADED);
  }
}
