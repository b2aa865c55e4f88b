package io.tenure.faults.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.client.error.TenureException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Threads that hold keys for a moment, again and again. What fails is tried again. */
final class Load implements AutoCloseable {
  private static final int THREADS = 4;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Large, so that the log soon needs another file. */
  private static final String VALUE = "v".repeat(3_000);

  private final Tenure tenure;
  private final AtomicInteger grants = new AtomicInteger();
  private final List<Thread> threads;

  private Load(List<String> endpoints) {
    tenure = Tenure.builder().endpoints(endpoints).connect();
    threads =
        IntStream.range(0, THREADS)
            .mapToObj(number -> new Thread(() -> work("/load/" + number), "load-" + number))
            .toList();
  }

  static Load start(List<String> endpoints) {
    Load load = new Load(endpoints);
    load.threads.forEach(
        thread -> {
          thread.setDaemon(true);
          thread.start();
        });
    return load;
  }

  private void work(String key) {
    while (!Thread.currentThread().isInterrupted()) {
      try (Hold hold = tenure.lock(key).value(VALUE).acquire()) {
        assertThat(hold.token()).isPositive();
        grants.incrementAndGet();
      } catch (TenureException e) {
        Thread.onSpinWait();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Each thread may have had its answer before this was called. */
  void awaitProgress() throws InterruptedException {
    int before = grants.get();
    long end = System.nanoTime() + LIMIT.toNanos();
    while (grants.get() <= before + THREADS) {
      assertThat(System.nanoTime() - end).as("nanoseconds too late").isNegative();
      Thread.sleep(10);
    }
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    tenure.close();
  }
}
