package io.tenure.client.internal.call;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.netty.shaded.io.netty.util.internal.logging.InternalLoggerFactory;
import io.grpc.netty.shaded.io.netty.util.internal.logging.JdkLoggerFactory;
import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.connection.Endpoint;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.StatusRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Makes plain calls to one of several servers: any of them takes any call. A call goes to the next
 * server only if the one before certainly did not execute it.
 */
public final class PlainConnection implements AutoCloseable {
  static {
    // Like gRPC itself. Netty would start whatever logging it finds, which takes longer than a
    // call.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
  }

  private static final int CONNECT_MILLIS = 2_000;
  private static final long PROBE_MILLIS = 1_000;

  /** How long a cluster may take to find a leader before that is an error. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final long PAUSE_MILLIS = 100;

  private final List<Endpoint> endpoints;
  private final Map<Endpoint, ManagedChannel> channels = new HashMap<>();

  /**
   * One of its own, to be ended when this is closed. gRPC's would go on for a second, and a JVM
   * that is about to end waits 0.3 s for a thread that waits for the network.
   */
  private final EventLoopGroup network =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("tenure-plain", true), NioIoHandler.newFactory());

  /** Which one answered last. */
  private int current;

  public PlainConnection(List<Endpoint> endpoints) {
    this.endpoints = endpoints;
  }

  /**
   * Makes a call, and makes it again as long as the service says that it has no leader, for some
   * seconds.
   *
   * @throws TenureException if it failed, with the reason
   */
  public <T> T call(CallEffect effect, Function<Channel, T> call) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return callSomewhere(effect, call);
      } catch (TenureException e) {
        boolean hopeful = isPassing(e.reason()) && e instanceof UnavailableException;
        if (!hopeful || System.nanoTime() - end >= 0 || !pause()) {
          throw e;
        }
      }
    }
  }

  private static boolean isPassing(Reason reason) {
    return switch (reason) {
      case NOT_LEADER, NO_LEADER, SHUTTING_DOWN -> true;
      default -> false;
    };
  }

  private <T> T callSomewhere(CallEffect effect, Function<Channel, T> call) {
    List<TenureException> failures = new ArrayList<>();
    for (int tries = 0; tries < endpoints.size(); tries++) {
      Endpoint endpoint = endpoints.get(current);
      try {
        if (endpoints.size() > 1) {
          probe(endpoint);
        }
        return callAt(endpoint, effect, call);
      } catch (TenureException e) {
        if (!(e instanceof UnavailableException)) {
          throw e;
        }
        failures.add(e);
        current = (current + 1) % endpoints.size();
      }
    }
    throw summary(failures);
  }

  /** A server without a leader has more to tell than one that is away. */
  private TenureException summary(List<TenureException> failures) {
    TenureException last = failures.get(failures.size() - 1);
    return failures.stream()
        .filter(failure -> failure.reason() != Reason.UNREACHABLE)
        .findFirst()
        .orElse(
            new UnavailableException(
                Reason.UNREACHABLE,
                failures.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")),
                last));
  }

  /** A server that stands still takes connections and never answers: better to know that first. */
  private void probe(Endpoint endpoint) {
    try {
      Function<Channel, Object> status =
          channel ->
              AdminGrpc.newBlockingStub(channel)
                  .withDeadlineAfter(PROBE_MILLIS, TimeUnit.MILLISECONDS)
                  .status(StatusRequest.getDefaultInstance());
      callAt(endpoint, CallEffect.READS, status);
    } catch (TenureException e) {
      throw new UnavailableException(Reason.UNREACHABLE, String.valueOf(e.getMessage()), e);
    }
  }

  public <T> T callAt(Endpoint endpoint, CallEffect effect, Function<Channel, T> call) {
    try {
      return call.apply(channel(endpoint));
    } catch (StatusRuntimeException e) {
      throw ErrorMapping.of(e, endpoint, effect);
    }
  }

  private synchronized ManagedChannel channel(Endpoint endpoint) {
    return channels.computeIfAbsent(
        endpoint,
        each ->
            NettyChannelBuilder.forAddress(each.host(), each.port())
                .usePlaintext()
                .eventLoopGroup(network)
                .channelType(NioSocketChannel.class)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                // Notices that a server is gone or stands still during a long wait.
                .keepAliveTime(10, TimeUnit.SECONDS)
                .keepAliveTimeout(5, TimeUnit.SECONDS)
                .build());
  }

  /** False if the thread was interrupted. */
  public static boolean pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public synchronized void close() {
    channels.values().forEach(ManagedChannel::shutdownNow);
    var unused = network.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
