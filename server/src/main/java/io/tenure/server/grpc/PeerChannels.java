package io.tenure.server.grpc;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** One channel to each other node, kept connected. */
public final class PeerChannels implements AutoCloseable {
  private static final int MAX_MESSAGE_BYTES = 8 << 20;
  private static final int MAX_CHANNELS = 64;

  private final Transport transport;
  private final Map<String, ManagedChannel> channels = new ConcurrentHashMap<>();
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
    ManagedChannel channel = channels.computeIfAbsent(address, this::open);
    if (channel.getState(true) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.resetConnectBackoff();
    }
    return channel;
  }

  private ManagedChannel open(String address) {
    if (closed || channels.size() >= MAX_CHANNELS) {
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
    return channel;
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
    channels.values().forEach(ManagedChannel::shutdownNow);
  }
}
