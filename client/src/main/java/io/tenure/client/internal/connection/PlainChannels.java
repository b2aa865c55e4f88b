package io.tenure.client.internal.connection;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.netty.shaded.io.netty.util.internal.logging.InternalLoggerFactory;
import io.grpc.netty.shaded.io.netty.util.internal.logging.JdkLoggerFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One channel for plain calls to each server, opened when it is first used. Any thread. */
public final class PlainChannels implements AutoCloseable {
  static {
    // The default would start the logging of the application, which takes longer than a call.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
  }

  private static final int KEEP_ALIVE_TIMEOUT_SECONDS = 5;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  /**
   * Not the thread of {@link ClientLoop}, and not that of gRPC, which ends a second after its last
   * use: a process that makes one call and exits would wait for it.
   */
  private final EventLoopGroup network =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("tenure-plain", true), NioIoHandler.newFactory());

  private final Map<Endpoint, ManagedChannel> channels = new HashMap<>();

  public synchronized Channel channel(Endpoint endpoint) {
    return channels.computeIfAbsent(
        endpoint,
        each ->
            Channels.to(each, network, NioSocketChannel.class)
                .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .build());
  }

  /** Calls that are under way fail. */
  @Override
  public synchronized void close() {
    channels.values().forEach(ManagedChannel::shutdownNow);
    // A channel schedules tasks until it has terminated. A loop that has ended rejects them, which
    // gRPC logs as a severe error.
    awaitTermination();
    var unused = network.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  private void awaitTermination() {
    long deadline = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
    try {
      for (ManagedChannel channel : channels.values()) {
        boolean unused =
            channel.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
