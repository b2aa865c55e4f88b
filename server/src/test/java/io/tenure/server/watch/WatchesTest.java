package io.tenure.server.watch;

import static io.tenure.server.watch.WatchEvents.range;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.core.model.Key;
import io.tenure.server.watch.WatchEnd.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With the real thread. */
class WatchesTest {
  private static final WatchFilter A = new WatchFilter(Key.of("/a"), false);

  /** Nothing but a ring wakes the thread. */
  private static final WatchSettings NO_PROGRESS =
      new WatchSettings(100_000, 64 << 20, 1_000, 1 << 20, 50_000, 10_000, 3_600_000, 1_000);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Watches watches =
      Watches.start(
          "s",
          NO_PROGRESS,
          new WatchPlaces(NO_PROGRESS.subscriptions()),
          registry,
          System::nanoTime,
          thrown -> {
            throw new AssertionError(thrown);
          });

  @AfterEach
  void close() {
    watches.close();
  }

  /** Says no to every third batch and yes again a little later, from another thread. */
  private static final class Choosy implements Subscriber {
    final CountDownLatch started = new CountDownLatch(1);
    final CountDownLatch done = new CountDownLatch(1);
    final CompletableFuture<WatchEnd> end = new CompletableFuture<>();
    final List<Long> revisions = new ArrayList<>();
    final long last;
    volatile @Nullable Watch watch;
    volatile boolean ready = true;
    private int batches;

    Choosy(long last) {
      this.last = last;
    }

    @Override
    public boolean ready() {
      return ready;
    }

    @Override
    public void started(long after) {
      started.countDown();
    }

    void awaitStarted() throws InterruptedException {
      assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void events(EventBatch batch) {
      batch.events().forEach(event -> revisions.add(event.revision()));
      if (++batches % 3 == 0) {
        ready = false;
        ForkJoinPool.commonPool().execute(this::becomeReady);
      }
      if (batch.lastRevision() == last) {
        done.countDown();
      }
    }

    private void becomeReady() {
      ready = true;
      Watch mine = watch;
      if (mine != null) {
        mine.wake();
      }
    }

    @Override
    public void progress(long revision) {}

    @Override
    public void ended(WatchEnd ended) {
      end.complete(ended);
    }
  }

  @Test
  void everySubscriberGetsEveryEventWhileTheApplierRuns() throws InterruptedException {
    long last = 20_000;
    List<Choosy> subscribers = new ArrayList<>();

    for (long revision = 1; revision <= last; revision += 20) {
      if (revision % 1_000 == 1) {
        Choosy subscriber = new Choosy(last);
        subscriber.watch = watches.subscribe(A, 1, subscriber);
        subscribers.add(subscriber);
      }
      watches.applied(range(revision, revision + 19, "/a"));
    }

    for (Choosy subscriber : subscribers) {
      assertThat(subscriber.done.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(subscriber.revisions).hasSize((int) last).isSorted().doesNotHaveDuplicates();
    }
    assertThat(watches.subscribers()).isEqualTo(20);
    assertThat(registry.get("tenure.watch.subscribers").gauge().value()).isEqualTo(20);
  }

  @Test
  void anEventWakesTheThread() throws InterruptedException {
    for (int n = 1; n <= 200; n++) {
      Choosy subscriber = new Choosy(n);
      Watch watch = watches.subscribe(A, 0, subscriber);
      subscriber.awaitStarted();
      watches.applied(range(n, n, "/a"));
      assertThat(subscriber.done.await(30, TimeUnit.SECONDS)).isTrue();
      watch.cancel();
    }

    assertThat(watches.subscribers()).isZero();
  }

  @Test
  void closingTellsEverybody() {
    Choosy subscriber = new Choosy(1);
    watches.subscribe(A, 0, subscriber);

    watches.close();

    assertThat(subscriber.end).isCompletedWithValue(new WatchEnd(Reason.SHUTTING_DOWN, 0));
    assertThat(registry.find("tenure.watch.subscribers").gauge()).isNull();
  }

  @Test
  void aRestoreWakesTheThread() throws Exception {
    for (int n = 1; n <= 200; n++) {
      Choosy subscriber = new Choosy(0);
      watches.subscribe(A, 0, subscriber);
      subscriber.awaitStarted();
      watches.restored(n);
      assertThat(subscriber.end.get(30, TimeUnit.SECONDS))
          .isEqualTo(new WatchEnd(Reason.COMPACTED, n));
    }
  }
}
