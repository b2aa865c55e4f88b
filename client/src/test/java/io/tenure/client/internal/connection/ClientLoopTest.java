package io.tenure.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClientLoopTest {
  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatAThreadOffersIsDoneInItsOrder() throws Exception {
    List<Integer> done = new ArrayList<>();
    CountDownLatch all = new CountDownLatch(5_000);
    try (ClientLoop loop = new ClientLoop()) {
      for (int i = 0; i < 5_000; i++) {
        int number = i;
        loop.later(
            () -> {
              done.add(number);
              all.countDown();
            });
      }
      await(all);
    }

    assertThat(done).hasSize(5_000).isSorted();
  }

  @Test
  void aTaskThatThrowsStopsNoOther() throws Exception {
    CountDownLatch other = new CountDownLatch(1);
    try (ClientLoop loop = new ClientLoop()) {
      loop.later(
          () -> {
            throw new IllegalStateException("thrown on purpose");
          });
      loop.later(other::countDown);
      await(other);
    }
  }

  /** Each task runs, whether gathering ends early, ends by its time, or does not start. */
  @Test
  void whileItGathersNothingIsLeftBehind() throws Exception {
    try (ClientLoop loop = new ClientLoop()) {
      for (int answered : new int[] {0, 3, 4, 5, 50}) {
        CountDownLatch tasks = new CountDownLatch(5);
        CountDownLatch gathers = new CountDownLatch(1);
        loop.later(
            () -> {
              loop.answered(answered, TimeUnit.SECONDS.toNanos(1));
              gathers.countDown();
            });
        await(gathers);
        for (int i = 0; i < 5; i++) {
          loop.later(tasks::countDown);
        }
        await(tasks);
      }
    }
  }

  @Test
  void whatWasTakenIsDoneEvenIfTheClientIsClosedMeanwhile() throws Exception {
    for (int round = 0; round < 50; round++) {
      ClientLoop loop = new ClientLoop();
      AtomicInteger taken = new AtomicInteger();
      AtomicInteger done = new AtomicInteger();
      CountDownLatch busy = new CountDownLatch(4);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Thread thread =
            new Thread(
                () -> {
                  for (int n = 0; loop.offer(done::incrementAndGet); n++) {
                    taken.incrementAndGet();
                    if (n == 10) {
                      busy.countDown();
                    }
                  }
                });
        thread.start();
        threads.add(thread);
      }
      await(busy);

      loop.close();
      for (Thread thread : threads) {
        thread.join();
      }

      awaitEqual(taken, done);
    }
  }

  private static void awaitEqual(AtomicInteger taken, AtomicInteger done) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (taken.get() != done.get() && System.nanoTime() - deadline < 0) {
      Thread.onSpinWait();
    }
    assertThat(done.get()).isEqualTo(taken.get());
  }

  @Test
  void clientsShareTheThreads() throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    List<ClientLoop> loops = new ArrayList<>();
    CountDownLatch all = new CountDownLatch(100);
    for (int i = 0; i < 100; i++) {
      ClientLoop loop = new ClientLoop();
      loops.add(loop);
      loop.later(
          () -> {
            threads.add(Thread.currentThread().getName());
            all.countDown();
          });
    }
    await(all);
    loops.forEach(ClientLoop::close);

    int most = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    assertThat(threads).hasSize(most).allMatch(name -> name.startsWith("tenure-client-"));
  }

  @Test
  void aTimerOfAClosedClientDoesNothing() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    CountDownLatch passed = new CountDownLatch(1);
    AtomicInteger fired = new AtomicInteger();
    try (ClientLoop other = new ClientLoop()) {
      ClientLoop loop = new ClientLoop();
      loop.later(
          () -> {
            try {
              await(closed); // However long that takes, the timer is not looked at before.
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      loop.after(TimeUnit.MILLISECONDS.toNanos(50), fired::incrementAndGet);
      loop.close();
      closed.countDown();
      other.after(TimeUnit.MILLISECONDS.toNanos(200), passed::countDown);
      await(passed);
    }

    assertThat(fired).hasValue(0);
  }
}
