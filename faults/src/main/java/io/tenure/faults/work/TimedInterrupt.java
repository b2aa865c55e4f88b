package io.tenure.faults.work;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Interrupts the thread that made it, unless it is closed before. */
public final class TimedInterrupt implements AutoCloseable {
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "interruptions");
            thread.setDaemon(true);
            return thread;
          });

  private final Thread thread = Thread.currentThread();
  private boolean closed;

  private TimedInterrupt() {}

  public static TimedInterrupt after(long millis) {
    TimedInterrupt interruption = new TimedInterrupt();
    var unused = TIMER.schedule(interruption::interrupt, millis, TimeUnit.MILLISECONDS);
    return interruption;
  }

  private synchronized void interrupt() {
    if (!closed) {
      thread.interrupt();
    }
  }

  /** From now on it does not interrupt; and it has not, if nobody has noticed. */
  @Override
  public synchronized void close() {
    closed = true;
    Thread.interrupted();
  }
}
