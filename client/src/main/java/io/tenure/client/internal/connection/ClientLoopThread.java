package io.tenure.client.internal.connection;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.FastThreadLocalThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A network thread that the clients of a JVM share. Starts with the first client that needs it, and
 * ends with the last one.
 *
 * <p>Batching: when several caller threads are answered at once, most of them make the next call at
 * once. So tasks from other threads are gathered until as many have arrived as were answered, but
 * for at most half of the time that an answer takes. Many callers cost few network messages, and a
 * single caller never waits.
 */
final class ClientLoopThread {
  private static final DeferredLog log = DeferredLog.of(ClientLoopThread.class);

  private static final int MAX_THREADS =
      Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  /** Fewer answers at once do not start gathering. */
  private static final int MIN_ANSWERS = 4;

  private static final long MAX_GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final int NOT_GATHERING = -1;

  /** After these the network gets its turn. */
  private static final int MAX_TASKS_AT_ONCE = 1_000;

  /** Guards the static fields below and the counts of users. */
  private static final ReentrantLock lock = new ReentrantLock();

  private static final List<ClientLoopThread> running = new ArrayList<>();
  private static int started;

  private final boolean epoll = Epoll.isAvailable();
  private final EventLoopGroup group;
  private final EventLoop thread;
  private int users;

  /** Tasks from other threads, in order. */
  private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();

  private final AtomicInteger inboxSize = new AtomicInteger();

  /** Whether draining the inbox is scheduled. */
  private final AtomicBoolean drainIsScheduled = new AtomicBoolean();

  /** While it gathers: this many tasks end it before its time. */
  private volatile int awaited = NOT_GATHERING;

  private @Nullable Future<?> gatherTimer;
  private volatile boolean ended;

  private ClientLoopThread(String name) {
    group =
        new MultiThreadIoEventLoopGroup(
            1,
            task -> {
              Thread made = new FastThreadLocalThread(task, name);
              made.setDaemon(true);
              return made;
            },
            epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    thread = group.next();
  }

  // ---------------------------------------------------------------------------- its users

  /** Returns the thread with the fewest users. The client must {@link #release} it. */
  static ClientLoopThread take() {
    lock.lock();
    try {
      if (running.size() < MAX_THREADS) {
        running.add(new ClientLoopThread("tenure-client-" + ++started));
      }
      ClientLoopThread least =
          running.stream().min(Comparator.comparingInt(each -> each.users)).orElseThrow();
      least.users++;
      return least;
    } finally {
      lock.unlock();
    }
  }

  /** The last release ends the thread, after the tasks that were given before. */
  void release() {
    lock.lock();
    try {
      if (--users > 0) {
        return;
      }
      running.remove(this);
    } finally {
      lock.unlock();
    }
    submit(this::finish);
    var unused = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  EventLoopGroup group() {
    return group;
  }

  Class<? extends Channel> channelType() {
    return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  // ---------------------------------------------------------------------------- its tasks

  boolean isThis() {
    return thread.inEventLoop();
  }

  /**
   * Runs it after everything that was read from the network is handled.
   *
   * @return false if the thread has ended; the task is not run then
   */
  boolean offer(Runnable task) {
    if (isThis()) {
      return submit(() -> ClientLoop.runGuarded(task));
    }
    inbox.add(task);
    boolean enough = inboxSize.incrementAndGet() == awaited;
    boolean isScheduled =
        (!drainIsScheduled.compareAndSet(false, true) && !enough) || submit(this::drain);
    return (isScheduled && !ended) || !inbox.remove(task);
  }

  /**
   * Runs it later.
   *
   * @throws RejectedExecutionException if the thread has ended
   */
  Future<?> schedule(long nanos, Runnable task) {
    return thread.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  private boolean submit(Runnable task) {
    try {
      thread.execute(task);
      return true;
    } catch (RejectedExecutionException over) {
      return false;
    }
  }

  /**
   * On the thread: this many calls were answered, and as many may follow at once.
   *
   * @param answerNanos how long the answer took
   */
  void answered(int count, long answerNanos) {
    int before = awaited;
    if (before != NOT_GATHERING) {
      awaited = before + count;
    } else if (count >= MIN_ANSWERS && drainIsScheduled.compareAndSet(false, true)) {
      awaited = count;
      gatherTimer = schedule(Math.min(MAX_GATHER_NANOS, answerNanos / 2), this::drain);
    }
  }

  private void drain() {
    if (gatherTimer != null) {
      gatherTimer.cancel(false);
      gatherTimer = null;
    }
    awaited = NOT_GATHERING;
    drainIsScheduled.set(false); // First: a task that arrives from now on schedules another drain.
    runInbox();
    if (!inbox.isEmpty() && drainIsScheduled.compareAndSet(false, true)) {
      submit(this::drain);
    }
  }

  /** Returns whether there was a task. */
  private boolean runInbox() {
    int done = 0;
    Runnable task = inbox.poll();
    while (task != null) {
      inboxSize.decrementAndGet();
      ClientLoop.runGuarded(task);
      task = ++done < MAX_TASKS_AT_ONCE ? inbox.poll() : null;
    }
    return done > 0;
  }

  /** {@link #offer} refuses tasks from now on; those that were accepted before are run. */
  private void finish() {
    ended = true;
    while (runInbox()) {
      log.debug("ran the last tasks of a closed client");
    }
  }
}
