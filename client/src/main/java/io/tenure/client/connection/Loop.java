package io.tenure.client.connection;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.FastThreadLocalThread;
import io.grpc.netty.shaded.io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of a client: the network's, so that a reply is handled where it was read and what
 * it causes goes out from there. A task that throws is logged and stops nothing else. Any thread
 * may use it.
 */
public final class Loop implements Executor, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Loop.class);

  private static final int CONNECT_MILLIS = 2_000;
  private static final int KEEP_ALIVE_SECONDS = 10;
  private static final int FLOW_CONTROL_WINDOW_BYTES = 4 << 20;
  private static final int MAX_FRAME_BYTES = 16 << 20;

  private final boolean epoll = Epoll.isAvailable();
  private final EventLoopGroup group;
  private final EventLoop thread;

  public Loop(String name) {
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

  /** Something that is to happen later. */
  public interface Timer {
    void cancel();
  }

  /** Runs it on the thread: now if this is the thread, else as soon as possible. */
  @Override
  public void execute(Runnable task) {
    if (thread.inEventLoop()) {
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
   * @return false if the thread has ended, and the task is not run
   */
  public boolean offer(Runnable task) {
    try {
      thread.execute(() -> runGuarded(task));
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  public Timer after(long nanos, Runnable task) {
    try {
      ScheduledFuture<?> scheduled =
          thread.schedule(() -> runGuarded(task), Math.max(0, nanos), TimeUnit.NANOSECONDS);
      return () -> scheduled.cancel(false);
    } catch (RejectedExecutionException closed) {
      return () -> {};
    }
  }

  private static void runGuarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error bug) {
      log.error("the client has failed at something; it goes on", bug);
    }
  }

  /** Connects when it is first used. */
  ManagedChannel channel(Endpoint endpoint) {
    Class<? extends Channel> type = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    return NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port())
        .usePlaintext()
        .eventLoopGroup(group)
        .channelType(type)
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

  /** Ends the thread, and with it whatever was still to be done. */
  @Override
  public void close() {
    var unused = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
