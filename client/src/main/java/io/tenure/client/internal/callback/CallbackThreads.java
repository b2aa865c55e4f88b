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
 * Runs users' code: listeners, and what depends on futures that users were given.
 *
 * <ol>
 *   <li>Nothing runs on the client's loop, whatever executor the user has set.
 *   <li>Each task gets a thread of its own, up to a limit, so that one that hangs delays no other.
 *       Beyond the limit tasks go to a reserve pool, where they may queue.
 *   <li>Listeners and dependents have separate threads: dependents often block for long.
 *   <li>Submitting never fails.
 * </ol>
 *
 * <p>The threads are daemons and end when they are idle.
 */
public final class CallbackThreads implements AutoCloseable {
  private static final DeferredLog log = DeferredLog.of(CallbackThreads.class);

  /** How long a listener of a loss may take before the release continues without it. */
  public static final Duration LISTENER_TIME = Duration.ofSeconds(1);

  /** In each of the three pools. */
  private static final int MAX_THREADS = 64;

  private static final long IDLE_SECONDS = 10;

  private final ClientLoop loop;
  private final Executor listeners;
  private final Executor dependents;

  /** For tasks that the other two reject, or would run on the loop. */
  private final ThreadPoolExecutor reserve;

  private final Runnable onClose;

  /** Set on a thread while it runs users' code. */
  private final ThreadLocal<Boolean> isCallback = new ThreadLocal<>();

  private CallbackThreads(
      ClientLoop loop,
      Executor listeners,
      Executor dependents,
      ThreadPoolExecutor reserve,
      Runnable onClose) {
    this.loop = loop;
    this.listeners = listeners;
    this.dependents = dependents;
    this.reserve = reserve;
    this.onClose = onClose;
  }

  /** Uses threads of the client's own. */
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

  /** Uses the user's executor. */
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
        pool(MAX_THREADS, new LinkedBlockingQueue<>(), "tenure-reserve-" + client);
    reserve.allowCoreThreadTimeOut(true);
    return reserve;
  }

  private static ThreadPoolExecutor pool(int core, BlockingQueue<Runnable> queue, String name) {
    AtomicInteger count = new AtomicInteger();
    return new ThreadPoolExecutor(
        core,
        MAX_THREADS,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        queue,
        task -> {
          Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  // ------------------------------------------------------------------------------- running

  public void runListener(Runnable task) {
    submit(listeners, task);
  }

  /** Runs the code that depends on a future of the user. */
  public void runDependent(Runnable task) {
    submit(dependents, task);
  }

  private void submit(Executor executor, Runnable task) {
    try {
      executor.execute(() -> runOffLoop(task));
    } catch (RuntimeException | Error rejected) {
      runInReserve(task, rejected);
    }
  }

  /** An executor may run a task on the caller, but the loop must not wait for users' code. */
  private void runOffLoop(Runnable task) {
    if (loop.isThisThread()) {
      runInReserve(task, null);
    } else {
      run(task);
    }
  }

  private void run(Runnable task) {
    Boolean before = isCallback.get();
    isCallback.set(true);
    try {
      task.run();
    } catch (RuntimeException | Error bug) {
      log.error("a callback of the application threw an exception", bug);
    } finally {
      if (before == null) {
        isCallback.remove();
      }
    }
  }

  /** Whether this thread runs users' code for the client. */
  public boolean isCallbackThread() {
    return isCallback.get() != null;
  }

  /** Some may have to wait for a thread, but all are run. */
  private void runInReserve(Runnable task, @Nullable Throwable rejected) {
    try {
      reserve.execute(() -> run(task));
    } catch (RuntimeException | Error noThread) {
      if (rejected != null) {
        noThread.addSuppressed(rejected);
      }
      log.error("a callback was not run: no thread could be started", noThread);
    }
  }

  // ------------------------------------------------------------------------------------ notifying

  /**
   * Runs it on a listener thread: on this thread if it is one, since it may be the only one.
   *
   * @return completed when it has returned
   */
  public CompletableFuture<@Nullable Void> notifyOne(Runnable task) {
    CompletableFuture<@Nullable Void> returned = new CompletableFuture<>();
    Runnable whole =
        () -> {
          try {
            task.run();
          } finally {
            returned.complete(null);
          }
        };
    if (isCallbackThread()) {
      run(whole);
    } else {
      runListener(whole);
    }
    return returned;
  }

  /**
   * Notifies all listeners of a loss, in parallel.
   *
   * @param what is lost, for the log
   * @return completed when all have returned, or after {@link #LISTENER_TIME}
   */
  public CompletableFuture<@Nullable Void> notifyAll(
      List<Consumer<Loss>> toNotify, Loss loss, String what) {
    return CompletableFuture.allOf(
            toNotify.stream()
                .map(
                    each ->
                        CompletableFuture.runAsync(
                            () -> notify(each, loss, what), this::runListener))
                .toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, LISTENER_TIME.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void notify(Consumer<Loss> listener, Loss loss, String what) {
    try {
      listener.accept(loss);
    } catch (RuntimeException | Error bug) {
      log.error("a listener threw an exception when notified that {} is lost", what, bug);
    }
  }

  /**
   * Ends the client's own threads after the tasks that were given before. The reserve ends when it
   * is idle.
   */
  @Override
  public void close() {
    onClose.run();
  }
}
