package io.tenure.server.grpc;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One channel to each other node, kept connected. */
public final class PeerChannels implements AutoCloseable {
  private static final int MAX_MESSAGE_BYTES = 8 << 20;
  private static final int MAX_CHANNELS = 64;
  private static final long RESET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Transport transport;
  private final Map<String, Line> lines = new ConcurrentHashMap<>();
  private volatile boolean closed;

  public PeerChannels(Transport transport) {
    this.transport = transport;
  }

  /** Connects to these nodes ahead of need. */
  public void keep(Collection<String> addresses) {
    addresses.forEach(this::channel);
  }

  /**
   * The channel to a node. One that could not connect for a while tries again at once, rather than
   * when its back-off says so.
   */
  ManagedChannel channel(String address) {
    Line line = lines.computeIfAbsent(address, this::open);
    if (line.channel().getState(true) == ConnectivityState.TRANSIENT_FAILURE) {
      long now = System.nanoTime();
      long last = line.lastReset().get();
      if (now - last > RESET_NANOS && line.lastReset().compareAndSet(last, now)) {
        line.channel().resetConnectBackoff();
      }
    }
    return line.channel();
  }

  /** A channel, and when it was last told to try again. */
  private record Line(ManagedChannel channel, AtomicLong lastReset) {}

  private Line open(String address) {
    if (closed || lines.size() >= MAX_CHANNELS) {
      throw new IllegalStateException("no more channels");
    }
    EventLoopGroup threads = transport.workers();
    ManagedChannel channel =
        NettyChannelBuilder.forTarget("dns:///" + address)
            .eventLoopGroup(threads)
            .channelType(transport.clientChannel())
            .usePlaintext()
            .directExecutor()
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .keepAliveTime(5, TimeUnit.SECONDS)
            .keepAliveTimeout(2, TimeUnit.SECONDS)
            .keepAliveWithoutCalls(true)
            .idleTimeout(365, TimeUnit.DAYS)
            .build();
    watch(channel);
    return new Line(channel, new AtomicLong(System.nanoTime()));
  }

  /** A channel that lost its connection goes idle; this wakes it up again. */
  private void watch(ManagedChannel channel) {
    if (!closed) {
      ConnectivityState state = channel.getState(true);
      if (state != ConnectivityState.SHUTDOWN) {
        channel.notifyWhenStateChanged(state, () -> watch(channel));
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    lines.values().forEach(line -> line.channel().shutdownNow());
  }
}
