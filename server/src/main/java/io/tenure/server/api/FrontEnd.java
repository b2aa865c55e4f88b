package io.tenure.server.api;

import io.grpc.Server;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.Welcome;
import io.tenure.server.api.admin.AdminService;
import io.tenure.server.api.admin.ClusterOperations;
import io.tenure.server.api.call.CallContext;
import io.tenure.server.api.call.CallFactory;
import io.tenure.server.api.call.CallMetrics;
import io.tenure.server.api.encode.ShardStatusEncoder;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.load.LoadLimiter;
import io.tenure.server.api.load.NodeLoad;
import io.tenure.server.api.read.ReadExecutor;
import io.tenure.server.api.shard.ShardMap;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.api.stream.ConnectStream;
import io.tenure.server.config.FrontEndSettings;
import io.tenure.server.peer.PeerChannels;
import io.tenure.server.transport.ConnectionGate;
import io.tenure.server.transport.ConnectionMemory;
import io.tenure.server.transport.Descriptors;
import io.tenure.server.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gRPC server of a node. */
public final class FrontEnd implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FrontEnd.class);
  private static final int MAX_HEADER_BYTES = 16 << 10;

  /** What a client may send of calls that nobody reads; see {@link ConnectionMemory}. */
  private static final int FLOW_CONTROL_WINDOW = 128 << 10;

  private static final long GRACE_MILLIS = 2_000;

  private final Server server;
  private final ConnectionGate gate;
  private final Forwarding forwarding;
  private final ReadExecutor reads;
  private final ShardMap shards;
  private final TenureService tenure;
  private final HealthStatusManager health = new HealthStatusManager();

  /**
   * What the front end serves and calls.
   *
   * @param node this node's name
   */
  public record Surroundings(
      String node,
      ShardMap shards,
      ClusterOperations cluster,
      PeerChannels channels,
      MeterRegistry meters) {}

  /** Not listening yet. */
  public FrontEnd(
      SocketAddress address,
      FrontEndSettings settings,
      Transport transport,
      Surroundings surroundings) {
    shards = surroundings.shards();
    reads = new ReadExecutor(settings.readThreads(), settings.listingSnapshots());
    forwarding = new Forwarding(surroundings.channels());
    CallMetrics metrics = new CallMetrics(surroundings.meters());
    gate =
        new ConnectionGate(
            Descriptors.connections(settings.connections()), settings.silenceMillis());
    LoadLimiter limiter = new LoadLimiter(settings, gate);
    CallContext context =
        new CallContext(
            new CallFactory(shards, reads, metrics),
            settings,
            metrics,
            limiter,
            forwarding,
            transport::loop,
            () -> welcome(surroundings.node(), shards));
    tenure = new TenureService(context);
    server =
        builder(address, settings, transport)
            .addService(StrictParsing.of(tenure))
            .addService(StrictParsing.of(new AdminService(context, surroundings.cluster())))
            .addService(health.getHealthService())
            .addService(ProtoReflectionServiceV1.newInstance())
            .addTransportFilter(limiter)
            .addStreamTracerFactory(limiter.tracers())
            .intercept(limiter)
            .intercept(new Forwarding.Notice())
            .intercept(new ErrorReports())
            .build();
    gauges(surroundings.meters());
    gauges(surroundings.meters(), limiter.node());
  }

  private static void gauges(MeterRegistry meters, NodeLoad load) {
    Gauge.builder("tenure.requests.in.flight.bytes", load, NodeLoad::bytes)
        .description("Memory of requests that are not answered and of replies that are not read.")
        .baseUnit("bytes")
        .register(meters);
    Gauge.builder("tenure.requests.idle.bytes", load, NodeLoad::idleBytes)
        .description("The part of it for replies not read and requests not received completely.")
        .baseUnit("bytes")
        .register(meters);
  }

  private NettyServerBuilder builder(
      SocketAddress address, FrontEndSettings settings, Transport transport) {
    return NettyServerBuilder.forAddress(address)
        .bossEventLoopGroup(transport.acceptor())
        .workerEventLoopGroup(transport.workers())
        .channelFactory(
            () -> {
              ServerChannel channel = transport.newServerChannel();
              channel.pipeline().addLast(gate);
              return channel;
            })
        .directExecutor()
        .maxInboundMessageSize(settings.frameBytes())
        .maxInboundMetadataSize(MAX_HEADER_BYTES)
        .maxConcurrentCallsPerConnection(settings.requestsPerConnection())
        .flowControlWindow(FLOW_CONTROL_WINDOW)
        .handshakeTimeout(settings.silenceMillis(), TimeUnit.MILLISECONDS)
        .maxConnectionIdle(settings.idleMillis(), TimeUnit.MILLISECONDS)
        .keepAliveTime(30, TimeUnit.SECONDS)
        .keepAliveTimeout(10, TimeUnit.SECONDS)
        .permitKeepAliveTime(1, TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true);
  }

  private void gauges(MeterRegistry meters) {
    Gauge.builder("tenure.connections", gate, ConnectionGate::open)
        .description("Open connections.")
        .register(meters);
    Gauge.builder("tenure.streams", tenure, service -> service.streams().size())
        .description("Open Connect streams.")
        .register(meters);
    Gauge.builder(
            "tenure.requests.in.flight",
            tenure,
            service -> service.streams().stream().mapToInt(ConnectStream::inFlight).sum())
        .description("Requests on Connect streams that are not answered, waiting ones included.")
        .register(meters);
  }

  private static Welcome welcome(String node, ShardMap shards) {
    Welcome.Builder welcome = Welcome.newBuilder().setNode(node);
    shards.forEach(parts -> welcome.addShards(ShardStatusEncoder.shard(parts)));
    return welcome.build();
  }

  public void start() throws IOException {
    leadershipChanged();
    server.start();
  }

  /** Where it listens, once it has started. */
  public int port() {
    return server.getListenSockets().stream()
        .filter(InetSocketAddress.class::isInstance)
        .map(socket -> ((InetSocketAddress) socket).getPort())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("not started"));
  }

  /** Who leads some shard has changed. Any thread. */
  public void leadershipChanged() {
    boolean led = true;
    for (ShardParts parts : shards) {
      led &= parts.shard().leadership().leader() != null;
    }
    ServingStatus status = led ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
    health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
    health.setStatus(TenureGrpc.SERVICE_NAME, status);
    forwarding.leadershipChanged();
    tenure.streams().forEach(ConnectStream::leadershipChanged);
  }

  /** As the end of this process would, without a word to anybody. To be followed by a close. */
  public void breakConnections() {
    gate.breakAll();
  }

  /** Takes no more calls, ends the streams, and gives plain calls a moment to end. */
  @Override
  public void close() {
    health.enterTerminalState();
    server.shutdown();
    tenure.stop(Errors.error(Reason.SHUTTING_DOWN, "the node is shutting down"));
    shards.forEach(parts -> parts.watches().close());
    try {
      if (!server.awaitTermination(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
        server.shutdownNow();
        if (!server.awaitTermination(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
          log.warn("some calls had not ended when the server stopped");
        }
      }
    } catch (InterruptedException interrupted) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    reads.close();
  }
}
