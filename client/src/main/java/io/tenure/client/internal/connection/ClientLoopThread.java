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
 * A network thread, which the clients of a JVM share: hundreds of clients need no hundreds of
 * threads. Starts with the first client that needs it, and ends with the last one.
 *
 * <p>When several threads are answered at once, most of them want something again at once. So what
 * they want is gathered until as many have come as were answered, for half of the time that an
 * answer takes at most: many threads cost the network few messages, and a lone one never waits.
 */
final class ClientLoopThread {
  private static final DeferredLog log = DeferredLog.of(ClientLoopThread.class);

  private static final int MOST = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  /** Fewer are not worth a wait. */
  private static final int WORTH_GATHERING = 4;

  private static final long MAX_GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final int NOT_GATHERING = -1;

  /** So that the network gets its turn. */
  private static final int MAX_TASKS_AT_ONCE = 1_000;

  /** Guards those that run, and who uses them. */
  private static final ReentrantLock lock = new ReentrantLock();

  private static final List<ClientLoopThread> running = new ArrayList<>();
  private static int started;

  private final boolean epoll = Epoll.isAvailable();
  private final EventLoopGroup group;
  private final EventLoop thread;
  private int users;

  /** From other threads, in their order. */
  private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();

  private final AtomicInteger inboxSize = new AtomicInteger();

  /** Whether this thread is going to look into it. */
  private final AtomicBoolean lookIsDue = new AtomicBoolean();

  /** While it gathers: how many are worth looking at before the time is over. */
  private volatile int awaited = NOT_GATHERING;

  private @Nullable Future<?> lookLater;
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

  // ---------------------------------------------------------------------------- who uses it

  /** One for a client, which must {@link #release} it. */
  static ClientLoopThread take() {
    lock.lock();
    try {
      if (running.size() < MOST) {
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

  /** A client needs it no longer. If it was the last one, what it has said before is still done. */
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

  // ---------------------------------------------------------------------------- what it does

  boolean isThis() {
    return thread.inEventLoop();
  }

  /**
   * Runs it when the thread has dealt with what it has read already.
   *
   * @return false if the thread has ended, and the task is not run
   */
  boolean offer(Runnable task) {
    if (isThis()) {
      return submit(() -> ClientLoop.runGuarded(task));
    }
    inbox.add(task);
    boolean enough = inboxSize.incrementAndGet() == awaited;
    boolean looks = (!lookIsDue.compareAndSet(false, true) && !enough) || submit(this::look);
    return (looks && !ended) || !inbox.remove(task);
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
   * On the thread: so many have just been answered, and may want something again.
   *
   * @param answerNanos how long the answer took
   */
  void answered(int count, long answerNanos) {
    int before = awaited;
    if (before != NOT_GATHERING) {
      awaited = before + count;
    } else if (count >= WORTH_GATHERING && lookIsDue.compareAndSet(false, true)) {
      awaited = count;
      lookLater = schedule(Math.min(MAX_GATHER_NANOS, answerNanos / 2), this::look);
    }
  }

  private void look() {
    if (lookLater != null) {
      lookLater.cancel(false);
      lookLater = null;
    }
    awaited = NOT_GATHERING;
    lookIsDue.set(false); // First: what comes from now on asks for another look.
    runInbox();
    if (!inbox.isEmpty() && lookIsDue.compareAndSet(false, true)) {
      submit(this::look);
    }
  }

  /** Whether there was anything. */
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

  /** From now on nothing is left in the inbox, where nobody would find it. */
  private void finish() {
    ended = true;
    while (runInbox()) {
      log.debug("the last client is closed");
    }
  }
}
