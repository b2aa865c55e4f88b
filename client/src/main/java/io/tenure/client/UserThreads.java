package io.tenure.client;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that users' code runs on: daemons that end when they have nothing to do. A listener
 * gets one of its own, so that one that hangs keeps no other from being told in time; what depends
 * on futures shares a few.
 */
final class UserThreads implements AutoCloseable {
  private static final int DEPENDENTS = 4;
  private static final int LISTENERS = 256;
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor listeners;
  private final ThreadPoolExecutor dependents;

  private UserThreads(ThreadPoolExecutor listeners, ThreadPoolExecutor dependents) {
    this.listeners = listeners;
    this.dependents = dependents;
  }

  static UserThreads start(int client) {
    ThreadPoolExecutor dependents =
        pool(DEPENDENTS, DEPENDENTS, new LinkedBlockingQueue<>(), "tenure-futures-" + client + "-");
    dependents.allowCoreThreadTimeOut(true);
    return new UserThreads(
        pool(0, LISTENERS, new SynchronousQueue<>(), "tenure-callbacks-" + client + "-"),
        dependents);
  }

  /** What a pool does not take, because it is full or closed, gets a thread of its own. */
  private static ThreadPoolExecutor pool(
      int core, int most, BlockingQueue<Runnable> queue, String name) {
    AtomicInteger count = new AtomicInteger();
    ThreadFactory factory =
        task -> {
          Thread thread = new Thread(task, name + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        };
    return new ThreadPoolExecutor(
        core,
        most,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        queue,
        factory,
        (task, pool) -> factory.newThread(task).start());
  }

  Executor listeners() {
    return listeners;
  }

  Executor dependents() {
    return dependents;
  }

  /** What was handed over before is still run. */
  @Override
  public void close() {
    listeners.shutdown();
    dependents.shutdown();
  }
}
