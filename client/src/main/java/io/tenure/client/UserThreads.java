package io.tenure.client;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that users' code runs on: daemons that end when they have nothing to do. A listener
 * gets one of its own, so that one that hangs keeps no other from being told in time, as long as
 * not dozens of them do; what depends on futures shares a few. Handing over never fails.
 */
final class UserThreads implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(UserThreads.class);

  private static final int DEPENDENTS = 4;
  private static final int LISTENERS = 64;
  private static final int RESERVE = 64;
  private static final long IDLE_SECONDS = 10;

  private final Executor listeners;
  private final Executor dependents;

  /** Takes what no other thread takes: hundreds may have something to hear at the same time. */
  private final ThreadPoolExecutor reserve;

  private final Runnable whenClosed;

  private UserThreads(
      Executor listeners, Executor dependents, ThreadPoolExecutor reserve, Runnable whenClosed) {
    this.listeners = listeners;
    this.dependents = dependents;
    this.reserve = reserve;
    this.whenClosed = whenClosed;
  }

  /** Threads of the client's own. */
  static UserThreads start(int client) {
    ThreadPoolExecutor dependents =
        pool(DEPENDENTS, DEPENDENTS, new LinkedBlockingQueue<>(), "tenure-futures-" + client);
    dependents.allowCoreThreadTimeOut(true);
    ThreadPoolExecutor listeners =
        pool(0, LISTENERS, new SynchronousQueue<>(), "tenure-callbacks-" + client);
    Runnable end =
        () -> {
          listeners.shutdown();
          dependents.shutdown();
        };
    return new UserThreads(listeners, dependents, reserve(client), end);
  }

  /** The user's. */
  static UserThreads of(int client, Executor executor) {
    return new UserThreads(executor, executor, reserve(client), () -> {});
  }

  private static ThreadPoolExecutor reserve(int client) {
    ThreadPoolExecutor reserve =
        pool(RESERVE, RESERVE, new LinkedBlockingQueue<>(), "tenure-reserve-" + client);
    reserve.allowCoreThreadTimeOut(true);
    return reserve;
  }

  private static ThreadPoolExecutor pool(
      int core, int most, BlockingQueue<Runnable> queue, String name) {
    AtomicInteger count = new AtomicInteger();
    return new ThreadPoolExecutor(
        core,
        most,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        queue,
        task -> {
          Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  Executor listeners() {
    return task -> handOver(listeners, task);
  }

  Executor dependents() {
    return task -> handOver(dependents, task);
  }

  private void handOver(Executor executor, Runnable task) {
    try {
      executor.execute(task);
    } catch (RuntimeException | Error rejected) {
      inReserve(task, rejected);
    }
  }

  /** Some of them may have to wait, but all are run. */
  private void inReserve(Runnable task, Throwable rejected) {
    try {
      reserve.execute(task);
    } catch (RuntimeException | Error noThread) {
      noThread.addSuppressed(rejected);
      log.error("no thread runs a callback", noThread);
    }
  }

  /**
   * Ends threads of the client's own when they have done what they were given before. The reserve
   * ends when it is idle.
   */
  @Override
  public void close() {
    whenClosed.run();
  }
}
