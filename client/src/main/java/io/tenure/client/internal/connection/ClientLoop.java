package io.tenure.client.internal.connection;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The one thread that everything of a client happens on: the network's, so that a reply is handled
 * where it was read and what it causes goes out from there. A task that throws is logged and stops
 * nothing else. Any thread may use it.
 */
public final class ClientLoop implements Executor, AutoCloseable {
  private static final DeferredLog log = DeferredLog.of(ClientLoop.class);

  private static final int CONNECT_MILLIS = 2_000;
  private static final int KEEP_ALIVE_SECONDS = 10;
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

  /** Something that is to happen later. */
  public interface Timer {
    void cancel();
  }

  /** Whether the caller runs on it. */
  public boolean isThisThread() {
    return thread.isThis();
  }

  /** Runs it on the thread: now if this is the thread, else as soon as possible. */
  @Override
  public void execute(Runnable task) {
    if (isThisThread()) {
      runGuarded(task);
    } else {
      later(task);
    }
  }

  /** Runs it on the thread when that has dealt with what it has read already. */
  public void later(Runnable task) {
    if (!offer(task)) {
      log.debug("a task came after the end of the client");
    }
  }

  /**
   * Like {@link #later}.
   *
   * @return false if the client has ended, and the task is not run
   */
  public boolean offer(Runnable task) {
    return !closed && thread.offer(task);
  }

  /** Runs it after a while, if the client has not ended by then. */
  public Timer after(long nanos, Runnable task) {
    try {
      Future<?> scheduled = thread.schedule(Math.max(0, nanos), () -> runInTime(task));
      return () -> scheduled.cancel(false);
    } catch (RejectedExecutionException ended) {
      return () -> {};
    }
  }

  /**
   * On the thread: calls a listener there, until it is cancelled, within about a second of each
   * time that the machine goes on after a suspend during which {@link System#nanoTime} stood still.
   * Also called, wrongly, when the wall clock is set forward; never more than once a second.
   */
  public Timer onResume(Runnable listener) {
    return resumes.add(listener);
  }

  private void runInTime(Runnable task) {
    if (!closed) {
      runGuarded(task);
    }
  }

  /** Whatever it throws is logged. */
  public static void runGuarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error bug) {
      log.error("the client has failed at something; it goes on", bug);
    }
  }

  /** On the thread: so many of those who use this client were answered, after so long. */
  void answered(int count, long answerNanos) {
    thread.answered(count, answerNanos);
  }

  /** Connects when it is first used. */
  ManagedChannel channel(Endpoint endpoint) {
    return NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port())
        .usePlaintext()
        .eventLoopGroup(thread.group())
        .channelType(thread.channelType())
        .executor(this)
        .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
        .maxInboundMessageSize(MAX_FRAME_BYTES)
        // Notices that a server is gone from which nothing is awaited at the moment, but events.
        .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
        .keepAliveTimeout(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
        .disableRetry()
        .build();
  }

  /** Ends when what it was told before is done. */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      later(() -> closed = true);
      thread.release();
    }
  }
}
