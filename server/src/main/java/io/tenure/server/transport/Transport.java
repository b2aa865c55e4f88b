package io.tenure.server.transport;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The threads that everything on the network runs on: calls of clients, and calls between nodes. A
 * connection stays with one of them, its loop.
 */
public final class Transport implements AutoCloseable {
  private final boolean epoll = Epoll.isAvailable();
  private final EventLoopGroup workers;
  private final EventLoopGroup acceptor;
  private final List<GuardedLoop> loops = new ArrayList<>();
  private final ConnectionMemory memory;

  /**
   * Threads that run until they are closed.
   *
   * @param fatal receives errors that end a thread, in a task of a loop, or reported on a thread;
   *     must end the node
   */
  public Transport(int threads, Consumer<Throwable> fatal) {
    this(threads, fatal, ConnectionMemory.limit());
  }

  /** With a limit for the direct memory of clients' connections. */
  Transport(int threads, Consumer<Throwable> fatal, long connectionBytes) {
    memory = new ConnectionMemory(connectionBytes, fatal);
    workers = group(threads, "tenure-io", fatal);
    acceptor = group(1, "tenure-accept", fatal);
    workers.forEach(loop -> loops.add(new GuardedLoop(loop, fatal)));
  }

  private EventLoopGroup group(int threads, String name, Consumer<Throwable> fatal) {
    DefaultThreadFactory factory =
        new DefaultThreadFactory(name, true) {
          @Override
          protected Thread newThread(Runnable task, String threadName) {
            Thread thread = super.newThread(task, threadName);
            thread.setUncaughtExceptionHandler((ended, thrown) -> fatal.accept(thrown));
            return thread;
          }
        };
    return new MultiThreadIoEventLoopGroup(
        threads, factory, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  public EventLoopGroup workers() {
    return workers;
  }

  public EventLoopGroup acceptor() {
    return acceptor;
  }

  public ServerChannel newServerChannel() {
    ServerChannel channel = epoll ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    channel.pipeline().addLast(memory);
    return channel;
  }

  /** The memory outside the heap that the connections of clients take. */
  public long connectionBytes() {
    return memory.bytes();
  }

  public Class<? extends Channel> clientChannel() {
    return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  /** The loop whose thread this is. */
  public ScheduledExecutorService loop() {
    for (GuardedLoop loop : loops) {
      if (loop.inEventLoop()) {
        return loop;
      }
    }
    throw new IllegalStateException("not on a thread of the transport");
  }

  /** Gives tasks that run a moment to end. */
  @Override
  public void close() {
    var accepting = acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    var working = workers.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    accepting.awaitUninterruptibly(2, TimeUnit.SECONDS);
    working.awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}
