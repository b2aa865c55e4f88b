package io.tenure.bench.load;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The thread that does the work: Netty's, so that a reply is handled where it was read and what it
 * causes goes out from there. The first failure of a task ends every wait of the main thread.
 */
final class Loop implements Executor, AutoCloseable {
  private static final int FLOW_CONTROL_WINDOW_BYTES = 4 << 20;
  private static final int MAX_FRAME_BYTES = 16 << 20;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  private final Class<? extends Channel> channelType =
      Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
  private final EventLoop thread = group.next();
  private final CompletableFuture<Void> failure = new CompletableFuture<>();

  /** Connects to the server when it is first used. */
  ManagedChannel channel(Server server) {
    return NettyChannelBuilder.forAddress(server.address())
        .usePlaintext()
        .eventLoopGroup(group)
        .channelType(channelType)
        .executor(this)
        .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
        .maxInboundMessageSize(MAX_FRAME_BYTES)
        .disableRetry()
        .build();
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

  /** Runs it on the thread when it has dealt with what it has read already. */
  void later(Runnable task) {
    thread.execute(() -> runGuarded(task));
  }

  void after(long millis, Runnable task) {
    Future<?> unused = thread.schedule(() -> runGuarded(task), millis, TimeUnit.MILLISECONDS);
  }

  void every(long millis, Runnable task) {
    Future<?> unused =
        thread.scheduleAtFixedRate(() -> runGuarded(task), millis, millis, TimeUnit.MILLISECONDS);
  }

  private void runGuarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  void fail(Throwable cause) {
    failure.completeExceptionally(cause);
  }

  void fail(String message) {
    fail(new LoadException(message));
  }

  // ------------------------------------------------------------------- for the main thread

  /** Runs it on the thread and waits for what it returns. */
  <T> T call(Supplier<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    execute(() -> result.complete(task.get()));
    return await("the load generator itself", result, Duration.ofSeconds(10));
  }

  void run(Runnable task) {
    boolean unused =
        call(
            () -> {
              task.run();
              return true;
            });
  }

  /** Lets the load run for so long. */
  void pause(Duration time) {
    try {
      failure.get(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // As it should be.
    } catch (ExecutionException e) {
      throw asLoadException(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  /** Waits for it, but not for longer than this, nor if the load has failed. */
  <T> T await(String what, CompletableFuture<T> result, Duration limit) {
    try {
      CompletableFuture.anyOf(result, failure).get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return result.join();
    } catch (TimeoutException e) {
      throw new LoadException("waited " + limit.toSeconds() + " s in vain for " + what, e);
    } catch (ExecutionException e) {
      throw asLoadException(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static LoadException asLoadException(ExecutionException e) {
    Throwable cause = e.getCause();
    return cause instanceof LoadException known
        ? known
        : new LoadException("the load generator failed: " + cause, e);
  }

  private static LoadException interrupted() {
    Thread.currentThread().interrupt();
    return new LoadException("interrupted");
  }

  @Override
  public void close() {
    Future<?> unused = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
