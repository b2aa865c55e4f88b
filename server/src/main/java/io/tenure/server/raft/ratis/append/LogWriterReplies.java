package io.tenure.server.raft.ratis.append;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.util.DataQueue;

/**
 * Where a follower answers that entries are on its disk: on the thread that has written them, which
 * knows it first. A thread of the pool would have to be woken for it. What others bring goes to the
 * pool as before, and so does everything while much waits to be written: an answer needs the log's
 * lock for a moment, and whoever appends to a full queue has that and waits for this very thread.
 */
final class LogWriterReplies extends AbstractExecutorService {
  private static final String LOG_WRITER = "SegmentedRaftLogWorker";

  private final ExecutorService pool;
  private final DataQueue<?> toWrite;

  LogWriterReplies(ExecutorService pool, DataQueue<?> toWrite) {
    this.pool = pool;
    this.toWrite = toWrite;
  }

  @Override
  public void execute(Runnable task) {
    if (Thread.currentThread().getName().endsWith(LOG_WRITER) && !isCrowded()) {
      task.run();
    } else {
      pool.execute(task);
    }
  }

  private boolean isCrowded() {
    return toWrite.getNumElements() > toWrite.getElementLimit() / 4
        || toWrite.getNumBytes() > toWrite.getByteLimit() / 4;
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
