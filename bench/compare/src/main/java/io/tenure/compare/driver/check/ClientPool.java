package io.tenure.compare.driver.check;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The clients of a run. Each stands for one program of a user. */
public final class ClientPool implements AutoCloseable {
  private static final int AT_A_TIME = 32;
  private static final Duration OPEN_LIMIT = Duration.ofMinutes(2);
  private static final long CLOSE_LIMIT_SECONDS = 60;

  private final List<LockClient> clients = new ArrayList<>();

  ClientPool(LockSystem system, List<String> endpoints, int count)
      throws IOException, InterruptedException {
    ExecutorService opening = pool(count);
    List<Future<LockClient>> futures = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      futures.add(opening.submit((Callable<LockClient>) () -> system.connect(endpoints, count)));
    }
    opening.shutdown();
    long deadline = System.nanoTime() + OPEN_LIMIT.toNanos();
    String failure = null;
    for (Future<LockClient> future : futures) {
      try {
        clients.add(future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
      } catch (ExecutionException e) {
        failure = String.valueOf(e.getCause());
      } catch (TimeoutException e) {
        failure = "not all of %d clients within %d s".formatted(count, OPEN_LIMIT.toSeconds());
      }
    }
    if (failure != null) {
      opening.shutdownNow();
      close();
      throw new IOException("clients cannot connect: " + failure);
    }
  }

  /** The client of a worker: worker i uses client i modulo the number of clients. */
  public LockClient forWorker(int worker) {
    return clients.get(worker % clients.size());
  }

  public List<LockClient> all() {
    return clients;
  }

  /** Closes clients in parallel: some take seconds to shut down their threads. */
  @Override
  public void close() throws InterruptedException {
    ExecutorService closing = pool(Math.max(1, clients.size()));
    clients.forEach(client -> closing.execute(() -> close(client)));
    closing.shutdown();
    if (!closing.awaitTermination(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)) {
      closing.shutdownNow();
      System.err.println("clients not closed within " + CLOSE_LIMIT_SECONDS + " s");
    }
  }

  private static void close(LockClient client) {
    try {
      client.close();
    } catch (Exception e) {
      System.err.println("close of a client failed: " + e);
    }
  }

  private static ExecutorService pool(int tasks) {
    return Executors.newFixedThreadPool(
        Math.min(AT_A_TIME, tasks),
        task -> {
          Thread thread = new Thread(task, "client-pool");
          thread.setDaemon(true);
          return thread;
        });
  }
}
