package io.tenure.client.internal.callback;

import io.tenure.client.Loss;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.client.internal.connection.DeferredLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads that users' code runs on: daemons that end when they have nothing to do. Every piece
 * of it gets one of its own, so that one that hangs keeps no other waiting, as long as not dozens
 * of them do; listeners and what depends on futures do not share any. Handing over never fails, and
 * nothing ever runs on the loop.
 */
public final class CallbackThreads implements AutoCloseable {
  private static final DeferredLog log = DeferredLog.of(CallbackThreads.class);

  /** How long what is lost is kept for those who are told, before it is given back. */
  public static final Duration LAST_WORDS = Duration.ofSeconds(1);

  /** Of each kind. */
  private static final int MOST = 64;

  private static final long IDLE_SECONDS = 10;

  private final ClientLoop loop;
  private final Executor listeners;
  private final Executor dependents;

  /** Takes what no other thread takes: hundreds may have something to hear at the same time. */
  private final ThreadPoolExecutor reserve;

  private final Runnable whenClosed;

  /** Set on a thread while it runs a user's code. */
  private final ThreadLocal<Boolean> inside = new ThreadLocal<>();

  private CallbackThreads(
      ClientLoop loop,
      Executor listeners,
      Executor dependents,
      ThreadPoolExecutor reserve,
      Runnable whenClosed) {
    this.loop = loop;
    this.listeners = listeners;
    this.dependents = dependents;
    this.reserve = reserve;
    this.whenClosed = whenClosed;
  }

  /** Threads of the client's own. */
  public static CallbackThreads start(int client, ClientLoop loop) {
    ThreadPoolExecutor reserve = reserve(client);
    ThreadPoolExecutor dependents = growing("tenure-futures-" + client, reserve);
    ThreadPoolExecutor listeners = growing("tenure-callbacks-" + client, reserve);
    Runnable end =
        () -> {
          listeners.shutdown();
          dependents.shutdown();
        };
    return new CallbackThreads(loop, listeners, dependents, reserve, end);
  }

  /** The user's. */
  public static CallbackThreads of(int client, ClientLoop loop, Executor executor) {
    return new CallbackThreads(loop, executor, executor, reserve(client), () -> {});
  }

  private static ThreadPoolExecutor growing(String name, Executor reserve) {
    ThreadPoolExecutor pool = pool(0, new SynchronousQueue<>(), name);
    pool.setRejectedExecutionHandler((task, full) -> reserve.execute(task));
    return pool;
  }

  private static ThreadPoolExecutor reserve(int client) {
    ThreadPoolExecutor reserve =
        pool(MOST, new LinkedBlockingQueue<>(), "tenure-reserve-" + client);
    reserve.allowCoreThreadTimeOut(true);
    return reserve;
  }

  private static ThreadPoolExecutor pool(int core, BlockingQueue<Runnable> queue, String name) {
    AtomicInteger count = new AtomicInteger();
    return new ThreadPoolExecutor(
        core,
        MOST,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        queue,
        task -> {
          Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  // ------------------------------------------------------------------------------- handing over

  /** Runs a listener. */
  public void listen(Runnable task) {
    handOver(listeners, task);
  }

  /** Runs what depends on a future of a user's. */
  public void depend(Runnable task) {
    handOver(dependents, task);
  }

  private void handOver(Executor executor, Runnable task) {
    try {
      executor.execute(() -> runElsewhere(task));
    } catch (RuntimeException | Error rejected) {
      inReserve(task, rejected);
    }
  }

  /** An executor may run on the caller what it has no thread for; the loop must not wait for it. */
  private void runElsewhere(Runnable task) {
    if (loop.isThisThread()) {
      inReserve(task, null);
    } else {
      run(task);
    }
  }

  private void run(Runnable task) {
    Boolean before = inside.get();
    inside.set(true);
    try {
      task.run();
    } catch (RuntimeException | Error bug) {
      log.error("a callback failed", bug);
    } finally {
      if (before == null) {
        inside.remove();
      }
    }
  }

  /** Whether this thread runs a user's code for the client. */
  public boolean isInside() {
    return inside.get() != null;
  }

  /** Some of them may have to wait, but all are run. */
  private void inReserve(Runnable task, @Nullable Throwable rejected) {
    try {
      reserve.execute(() -> run(task));
    } catch (RuntimeException | Error noThread) {
      if (rejected != null) {
        noThread.addSuppressed(rejected);
      }
      log.error("no thread runs a callback", noThread);
    }
  }

  // ------------------------------------------------------------------------------------ telling

  /**
   * Runs it where listeners run: right here if this is such a thread, which might be the only one.
   *
   * @return completed when it has returned
   */
  public CompletableFuture<@Nullable Void> tell(Runnable task) {
    CompletableFuture<@Nullable Void> returned = new CompletableFuture<>();
    Runnable whole =
        () -> {
          try {
            task.run();
          } finally {
            returned.complete(null);
          }
        };
    if (isInside()) {
      run(whole);
    } else {
      listen(whole);
    }
    return returned;
  }

  /**
   * Tells all of them, side by side.
   *
   * @param what is lost
   * @return completed when they have returned, or have had {@link #LAST_WORDS}
   */
  public CompletableFuture<@Nullable Void> tell(List<Consumer<Loss>> told, Loss loss, String what) {
    return CompletableFuture.allOf(
            told.stream()
                .map(each -> CompletableFuture.runAsync(() -> tell(each, loss, what), this::listen))
                .toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void tell(Consumer<Loss> listener, Loss loss, String what) {
    try {
      listener.accept(loss);
    } catch (RuntimeException | Error bug) {
      log.error("a listener failed when it was told that {} is lost", what, bug);
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
