package io.tenure.server.replication;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Where a follower answers that entries are on its disk: on the thread that has written them, which
 * knows it first. A thread of the pool would have to be woken for it. What others bring goes to the
 * pool as before.
 */
final class LogWriterReplies extends AbstractExecutorService {
  private static final String LOG_WRITER = "SegmentedRaftLogWorker";

  private final ExecutorService pool;

  LogWriterReplies(ExecutorService pool) {
    this.pool = pool;
  }

  @Override
  public void execute(Runnable task) {
    if (Thread.currentThread().getName().endsWith(LOG_WRITER)) {
      task.run();
    } else {
      pool.execute(task);
    }
  }

  @Override
  public void shutdown() {
    pool.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return pool.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return pool.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return pool.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return pool.awaitTermination(timeout, unit);
  }
}
