package io.tenure.server;

import io.tenure.server.session.Alarm;
import io.tenure.server.thread.NodeThreads;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of a node's timed tasks: session deadlines, the spread of leaders, alarms. */
final class NodeTimer implements Alarm, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeTimer.class);

  /** A repeated task that fails so often in a row would never be done again. */
  private static final int MAX_FAILURES = 50;

  private final ScheduledExecutorService thread;

  NodeTimer(Consumer<Throwable> fatal) {
    thread = new NodeThreads(fatal).timer("tenure-timer");
  }

  @Override
  public void after(long delayMillis, Runnable task) {
    if (!thread.isShutdown()) {
      var unused = thread.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
    }
  }

  void every(long millis, Runnable task) {
    var unused =
        thread.scheduleAtFixedRate(new RetriedTask(task), 0, millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  /** Goes on after an exception, until it has failed {@link #MAX_FAILURES} times in a row. */
  private static final class RetriedTask implements Runnable {
    private final Runnable task;
    private int failures;

    RetriedTask(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      try {
        task.run();
        failures = 0;
      } catch (RuntimeException e) {
        failures++;
        if (failures == MAX_FAILURES) {
          throw e;
        }
        LOG.error("a timed task failed; it runs again", e);
      }
    }
  }
}
