package io.tenure.server.transport;

import io.grpc.netty.shaded.io.netty.util.concurrent.EventExecutor;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loop of the transport whose tasks cannot fail unnoticed. Netty only logs what a task throws,
 * keeps what a delayed one throws in a future, and drops a repeated one. Here an {@link Error} ends
 * the node. Any other exception is logged; a repeated task runs again.
 */
public final class GuardedLoop extends AbstractExecutorService implements ScheduledExecutorService {
  private static final Logger log = LoggerFactory.getLogger(GuardedLoop.class);

  private final EventExecutor loop;
  private final Consumer<Throwable> fatal;

  public GuardedLoop(EventExecutor loop, Consumer<Throwable> fatal) {
    this.loop = loop;
    this.fatal = fatal;
  }

  public boolean inEventLoop() {
    return loop.inEventLoop();
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(guarded(task));
  }

  private Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException bug) {
        log.error("internal error in a task on a network thread", bug);
      } catch (Error error) {
        fatal.accept(error);
      }
    };
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return loop.schedule(guarded(task), delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    return loop.schedule(
        () -> {
          try {
            return task.call();
          } catch (Error error) {
            fatal.accept(error);
            throw error;
          }
        },
        delay,
        unit);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    return loop.scheduleAtFixedRate(guarded(task), initialDelay, period, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    return loop.scheduleWithFixedDelay(guarded(task), initialDelay, delay, unit);
  }

  /** The transport stops its loops, all together. */
  @Override
  public void shutdown() {
    throw new UnsupportedOperationException("stopped with the transport");
  }

  @Override
  public List<Runnable> shutdownNow() {
    throw new UnsupportedOperationException("stopped with the transport");
  }

  @Override
  public boolean isShutdown() {
    return loop.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return loop.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return loop.awaitTermination(timeout, unit);
  }
}
