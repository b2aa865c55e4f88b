package io.tenure.server.raft.ratis.append;

import io.tenure.server.thread.NodeThreads;
import io.tenure.server.thread.SharedThreads;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.ratis.util.TimeDuration;
import org.apache.ratis.util.TimeoutExecutor;
import org.apache.ratis.util.function.CheckedRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timeouts of the messages to followers, looked after ten times a second. Nearly none of them has
 * anything to do when it comes, and the engine's own timers wake a thread for each.
 */
final class CoarseTimeouts implements TimeoutExecutor {
  private static final Logger log = LoggerFactory.getLogger(CoarseTimeouts.class);

  private static final long LOOK_MILLIS = 100;

  /** Of all engines in this process. */
  static final CoarseTimeouts SHARED = new CoarseTimeouts();

  /** In the order of their ends, since all last equally long. */
  private final Queue<Due> queue = new ConcurrentLinkedQueue<>();

  private record Due(long endNanos, Runnable action) {}

  private CoarseTimeouts() {
    ScheduledFuture<?> unused =
        Executors.newSingleThreadScheduledExecutor(SharedThreads.daemons("tenure-timeouts"))
            .scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public int getTaskCount() {
    return queue.size();
  }

  @Override
  public <T extends Throwable> void onTimeout(
      TimeDuration timeout, CheckedRunnable<T> task, Consumer<T> onError) {
    queue.add(
        new Due(
            System.nanoTime() + timeout.toLong(TimeUnit.NANOSECONDS), () -> run(task, onError)));
  }

  @SuppressWarnings("unchecked") // It throws nothing else.
  private static <T extends Throwable> void run(CheckedRunnable<T> task, Consumer<T> onError) {
    try {
      task.run();
    } catch (Throwable e) {
      onError.accept((T) e);
    }
  }

  private void look() {
    long now = System.nanoTime();
    Due first = queue.peek();
    while (first != null && first.endNanos() - now <= 0) {
      queue.remove();
      try {
        first.action().run();
      } catch (Error e) {
        NodeThreads.report(e);
        throw e;
      } catch (RuntimeException e) {
        log.warn("a timeout was not dealt with", e);
      }
      first = queue.peek();
    }
  }
}
