package io.tenure.client.internal.connection;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A logger for threads that must not block. An appender may block, because its disk is full or its
 * reader has stopped; a lost lock would then be noticed late. So one thread of its own writes the
 * messages, in order. When its queue is full, messages are dropped and counted in the log. Any
 * thread may use it.
 */
public final class DeferredLog {
  private static final int MAX_WAITING = 1_000;
  private static final long IDLE_SECONDS = 10;

  private static final AtomicLong dropped = new AtomicLong();
  private static final ThreadPoolExecutor writer = writer();

  private final Logger log;

  private DeferredLog(Logger log) {
    this.log = log;
  }

  public static DeferredLog of(Class<?> type) {
    return new DeferredLog(LoggerFactory.getLogger(type));
  }

  private static ThreadPoolExecutor writer() {
    ThreadPoolExecutor one =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING),
            task -> {
              Thread thread = new Thread(task, "tenure-log");
              thread.setDaemon(true);
              return thread;
            },
            (task, full) -> dropped.incrementAndGet());
    one.allowCoreThreadTimeOut(true);
    return one;
  }

  /**
   * Logs a message.
   *
   * @param arguments for SLF4J: values of the braces, and possibly an exception at the end
   */
  public void debug(String message, Object... arguments) {
    if (log.isDebugEnabled()) {
      write(() -> log.debug(message, arguments));
    }
  }

  /** See {@link #debug}. */
  public void warn(String message, Object... arguments) {
    write(() -> log.warn(message, arguments));
  }

  /** See {@link #debug}. */
  public void error(String message, Object... arguments) {
    write(() -> log.error(message, arguments));
  }

  private void write(Runnable message) {
    try {
      writer.execute(
          () -> {
            long lost = dropped.getAndSet(0);
            if (lost > 0) {
              log.warn("log messages dropped because the log was blocked: {}", lost);
            }
            message.run();
          });
    } catch (RuntimeException | Error noThread) {
      dropped.incrementAndGet();
    }
  }
}
