package io.tenure.server.peer;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.tenure.server.transport.Transport;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Some channels to each other node, kept connected. A connection takes a few thousand calls at a
 * time, and more wait without a word; so calls that may wait for long take turns on several.
 */
public final class PeerChannels implements AutoCloseable {
  private static final int MAX_MESSAGE_BYTES = 8 << 20;
  private static final int MAX_NODES = 64;
  private static final long RESET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Transport transport;
  private final int perNode;
  private final AtomicInteger turn = new AtomicInteger();
  private final Map<String, List<Line>> nodes = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * None yet.
   *
   * @param perNode how many there are to each
   */
  public PeerChannels(Transport transport, int perNode) {
    this.transport = transport;
    this.perNode = perNode;
  }

  /** Connects to these nodes ahead of need, and forgets others. */
  public void keep(Collection<String> addresses) {
    if (addresses.isEmpty()) {
      return; // The engine knows no members for a moment when it installs a snapshot.
    }
    addresses.forEach(address -> lines(address).forEach(PeerChannels::connect));
    for (String known : List.copyOf(nodes.keySet())) {
      if (!addresses.contains(known)) {
        // What is under way there may end.
        Optional.ofNullable(nodes.remove(known))
            .ifPresent(lines -> lines.forEach(line -> line.channel().shutdown()));
      }
    }
  }

  private List<Line> lines(String address) {
    return nodes.computeIfAbsent(address, this::open);
  }

  /** The next one to a node. */
  public ManagedChannel channel(String address) {
    List<Line> lines = lines(address);
    Line line = lines.get(Math.floorMod(turn.getAndIncrement(), lines.size()));
    connect(line);
    return line.channel();
  }

  /**
   * One that could not connect for a while tries again at once, rather than when its back-off says
   * so.
   */
  private static void connect(Line line) {
    if (line.channel().getState(true) == ConnectivityState.TRANSIENT_FAILURE) {
      long now = System.nanoTime();
      long last = line.lastReset().get();
      if (now - last > RESET_NANOS && line.lastReset().compareAndSet(last, now)) {
        line.channel().resetConnectBackoff();
      }
    }
  }

  /** A channel, and when it was last told to try again. */
  private record Line(ManagedChannel channel, AtomicLong lastReset) {}

  private List<Line> open(String address) {
    if (closed || nodes.size() >= MAX_NODES) {
      throw new IllegalStateException("no more channels");
    }
    return Stream.generate(() -> line(address)).limit(perNode).toList();
  }

  private Line line(String address) {
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
    nodes.values().forEach(lines -> lines.forEach(line -> line.channel().shutdownNow()));
  }
}
