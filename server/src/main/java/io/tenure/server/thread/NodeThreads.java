package io.tenure.server.thread;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the threads and timers of a node, so that a node ends as a whole rather than losing one of
 * its threads or timed tasks:
 *
 * <ol>
 *   <li>Whatever ends a thread ends the node.
 *   <li>An {@link Error} in a timed task ends the node.
 *   <li>Any other exception in a task that is repeated ends the node, since the executor would drop
 *       the task without a word. A task that can go on after an exception catches it itself.
 *   <li>Any other exception in a task that runs once is logged.
 * </ol>
 */
public final class NodeThreads {
  private static final Logger LOG = LoggerFactory.getLogger(NodeThreads.class);

  private final Consumer<Throwable> fatal;

  /**
   * The threads of one node.
   *
   * @param fatal must end the node
   */
  public NodeThreads(Consumer<Throwable> fatal) {
    this.fatal = fatal;
  }

  /** For daemon threads that all have this name. */
  public ThreadFactory daemons(String name) {
    return task -> daemon(name, task);
  }

  /** Not started. */
  public Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((ended, thrown) -> fatal.accept(thrown));
    return thread;
  }

  /** An executor with one thread, whose tasks run once or again and again. */
  public ScheduledExecutorService timer(String name) {
    return new Timer(daemons(name), fatal);
  }

  /**
   * For code that catches what it must not keep to itself, as everything that completes a future
   * does: hands an error to whoever is responsible for this thread.
   */
  public static void report(Error error) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
  }

  /** Likewise for anything that was thrown: what is no error is logged. */
  public static void report(Throwable thrown, String doing) {
    if (thrown instanceof Error error) {
      report(error);
    } else {
      LOG.error("internal error while {}", doing, thrown);
    }
  }

  /** Likewise, where nothing more is known of what was being done. */
  public static void reportThrown(Throwable thrown) {
    report(thrown, "completing a future");
  }

  private static final class Timer extends ScheduledThreadPoolExecutor {
    private final Consumer<Throwable> fatal;

    Timer(ThreadFactory threads, Consumer<Throwable> fatal) {
      super(1, threads);
      this.fatal = fatal;
    }

    /** What a task throws is kept in its future, which nothing reads. */
    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
      super.afterExecute(task, thrown);
      Throwable failure = thrown == null ? failure(task) : thrown;
      if (failure == null) {
        return;
      }
      if (failure instanceof Error || isPeriodic(task)) {
        fatal.accept(failure);
      } else {
        LOG.error("a timed task failed", failure);
      }
    }

    private static boolean isPeriodic(Runnable task) {
      return task instanceof RunnableScheduledFuture<?> timed && timed.isPeriodic();
    }

    private static @Nullable Throwable failure(Runnable task) {
      // One that is repeated is done only if it failed or was cancelled.
      if (!(task instanceof Future<?> future) || !future.isDone()) {
        return null;
      }
      try {
        future.get();
        return null;
      } catch (CancellationException e) {
        return null;
      } catch (ExecutionException e) {
        return e.getCause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
  }
}
