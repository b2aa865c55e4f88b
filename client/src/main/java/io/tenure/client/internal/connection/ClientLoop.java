package io.tenure.client.internal.connection;

import io.grpc.ManagedChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The event loop of one client: everything but users' code runs on it. It is the network thread, so
 * a reply is handled where it was read, and requests that follow from it are sent from there. A
 * task that throws is logged; the loop continues. Any thread may use it.
 */
public final class ClientLoop implements Executor, AutoCloseable {
  private static final DeferredLog log = DeferredLog.of(ClientLoop.class);

  private static final int KEEP_ALIVE_TIMEOUT_SECONDS = 10;
  private static final int FLOW_CONTROL_WINDOW_BYTES = 4 << 20;
  private static final int MAX_FRAME_BYTES = 16 << 20;

  private final ClientLoopThread thread = ClientLoopThread.take();
  private final ResumeNotifier resumes;
  private final AtomicBoolean closing = new AtomicBoolean();
  private volatile boolean closed;

  public ClientLoop() {
    this(System::currentTimeMillis);
  }

  /**
   * With another wall clock.
   *
   * @param wallMillis read only to notice that the machine was suspended; see {@link #onResume}
   */
  public ClientLoop(LongSupplier wallMillis) {
    resumes = new ResumeNotifier(this, wallMillis);
  }

  /** A task that is scheduled, or a listener that is registered. */
  public interface Timer {
    void cancel();
  }

  /** Whether the caller runs on it. */
  public boolean isThisThread() {
    return thread.isThis();
  }

  /** Runs it on the loop: now if this is the loop's thread, otherwise as soon as possible. */
  @Override
  public void execute(Runnable task) {
    if (isThisThread()) {
      runGuarded(task);
    } else {
      later(task);
    }
  }

  /** Runs it on the loop, after everything that was read from the network is handled. */
  public void later(Runnable task) {
    if (!offer(task)) {
      log.debug("task dropped: the client is closed");
    }
  }

  /**
   * Like {@link #later}.
   *
   * @return false if the client is closed; the task is not run then
   */
  public boolean offer(Runnable task) {
    return !closed && thread.offer(task);
  }

  /** Runs it on the loop after this time, unless the client is closed by then. */
  public Timer after(long nanos, Runnable task) {
    try {
      Future<?> scheduled = thread.schedule(Math.max(0, nanos), () -> runInTime(task));
      return () -> scheduled.cancel(false);
    } catch (RejectedExecutionException ended) {
      return () -> {};
    }
  }

  /**
   * On the loop: calls the listener, until it is cancelled, within about a second of each resume of
   * the machine after a suspend during which {@link System#nanoTime} stood still. A wall clock that
   * is set forward looks the same. Never more than once a second.
   */
  public Timer onResume(Runnable listener) {
    return resumes.add(listener);
  }

  private void runInTime(Runnable task) {
    if (!closed) {
      runGuarded(task);
    }
  }

  /** Runs the task and logs what it throws. */
  public static void runGuarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error bug) {
      log.error("internal error in the client event loop; continuing", bug);
    }
  }

  /** On the loop: this many calls were answered; see {@link ClientLoopThread#answered}. */
  void answered(int count, long answerNanos) {
    thread.answered(count, answerNanos);
  }

  /** A channel for one stream, whose calls run on this loop. Connects when it is first used. */
  ManagedChannel channel(Endpoint endpoint) {
    return Channels.to(endpoint, thread.group(), thread.channelType())
        .executor(this)
        .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
        .maxInboundMessageSize(MAX_FRAME_BYTES)
        .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .disableRetry()
        .build();
  }

  /** Ends after the tasks that were given before. */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      later(() -> closed = true);
      thread.release();
    }
  }
}
