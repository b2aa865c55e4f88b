package io.tenure.server.api;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.raft.Member;
import io.tenure.raft.PeerPositions.Position;
import io.tenure.raft.ShardStatus;
import io.tenure.server.ShardAssembly;
import io.tenure.server.api.admin.ClusterOperations;
import io.tenure.server.api.shard.ShardMap;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.config.FrontEndSettings;
import io.tenure.server.config.ShardRange;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.peer.PeerCalls.StateChecksum;
import io.tenure.server.peer.PeerChannels;
import io.tenure.server.peer.PeerClient;
import io.tenure.server.peer.PeerHandler;
import io.tenure.server.peer.PeerService;
import io.tenure.server.raft.ratis.EngineSettings;
import io.tenure.server.shard.Shards;
import io.tenure.server.transport.Transport;
import io.tenure.server.watch.WatchPlaces;
import io.tenure.server.watch.WatchSettings;
import io.tenure.server.watch.Watches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node as the server puts it together, but for its configuration and data directory. */
public final class TestNode implements AutoCloseable {
  private static final ShardSettings SHARD =
      new ShardSettings(1_024, 1 << 20, 2, 20_000, 64L << 20, 1_000_000);

  public final Member self;
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Transport transport = new Transport(2, Throwable::printStackTrace);
  private final PeerChannels channels = new PeerChannels(transport, 1);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final List<ShardAssembly> parts = new ArrayList<>();
  private final List<ManagedChannel> clients = new ArrayList<>();
  private final FrontEndSettings settings;
  private final Shards engine;
  private @Nullable FrontEnd frontEnd;
  private @Nullable ScheduledFuture<?> ticks;

  TestNode(
      Path directory,
      Member self,
      List<Member> members,
      List<String> shardStarts,
      FrontEndSettings settings,
      Duration electionTimeout)
      throws IOException {
    this.self = self;
    this.settings = settings;
    WatchPlaces places = new WatchPlaces(10_000);
    List<String> names = new ArrayList<>();
    for (String start : shardStarts) {
      String name = start.isEmpty() ? "main" : start;
      names.add(name);
      parts.add(
          new ShardAssembly(
              new ShardRange(name, start),
              WatchSettings.DEFAULT,
              places,
              this::after,
              meters,
              Throwable::printStackTrace));
    }
    engine =
        new Shards(
            new EngineSettings(
                self,
                self.raftAddress(),
                members,
                names,
                directory.resolve(self.id()),
                electionTimeout,
                electionTimeout.multipliedBy(2),
                SHARD,
                false),
            new Shards.Surroundings(
                parts::get,
                thrown -> thrown.printStackTrace(),
                new PeerClient(channels),
                PeerService.methods(new Peers()),
                meters));
  }

  void start() throws IOException {
    engine.start();
    List<ShardParts> shards = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      parts.get(i).attach(engine.shards().get(i));
      shards.add(parts.get(i).parts());
    }
    int port = Integer.parseInt(self.address().substring(self.address().indexOf(':') + 1));
    frontEnd =
        new FrontEnd(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            settings,
            transport,
            new FrontEnd.Surroundings(
                self.id(), new ShardMap(shards), new Operations(), channels, meters));
    frontEnd.start();
    engine.onLeadershipChange(frontEnd::leadershipChanged);
    frontEnd.leadershipChanged();
    ticks =
        timer.scheduleWithFixedDelay(
            () -> parts.forEach(ShardAssembly::tick), 100, 100, TimeUnit.MILLISECONDS);
  }

  private void after(long delayMillis, Runnable task) {
    var unused = timer.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
  }

  boolean leads(int shard) {
    return engine.shards().get(shard).leadership().leads();
  }

  boolean knowsLeader(int shard) {
    return engine.shards().get(shard).leadership().leader() != null;
  }

  Shards engine() {
    return engine;
  }

  public ShardParts parts(int shard) {
    return parts.get(shard).parts();
  }

  Watches watches() {
    return shard().watches();
  }

  /** The first one. */
  public ShardParts shard() {
    return parts.get(0).parts();
  }

  public ManagedChannel channel() {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget(self.address()).usePlaintext().directExecutor().build();
    clients.add(channel);
    return channel;
  }

  /** One that takes no more than this from the node before the test has read it. */
  ManagedChannel narrowChannel(int windowBytes) {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget(self.address())
            .usePlaintext()
            .directExecutor()
            .flowControlWindow(windowBytes)
            .maxInboundMessageSize(8 << 20)
            .build();
    clients.add(channel);
    return channel;
  }

  double gauge(String name) {
    return meters.get(name).gauge().value();
  }

  /** How many requests were answered so. */
  double answered(String call, String result) {
    return meters
        .find("tenure.requests")
        .tag("call", call)
        .tag("result", result)
        .counters()
        .stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  void closeClients() {
    clients.forEach(ManagedChannel::shutdownNow);
    clients.clear();
    TestCluster.await(() -> meters.get("tenure.connections").gauge().value() == 0);
  }

  public TenureGrpc.TenureBlockingStub blocking() {
    return TenureGrpc.newBlockingStub(channel()).withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  public StreamClient connect(boolean followsHints) {
    return new StreamClient(channel(), followsHints);
  }

  @Override
  public void close() {
    clients.forEach(ManagedChannel::shutdownNow);
    try {
      if (frontEnd != null) {
        frontEnd.close();
      }
      if (ticks != null) {
        ticks.cancel(false);
      }
      timer.shutdownNow();
      engine.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      channels.close();
      parts.forEach(ShardAssembly::close);
      transport.close();
    }
  }

  private final class Peers implements PeerHandler {
    @Override
    public CompletableFuture<Introduced> introduce(String node, long incarnation) {
      return CompletableFuture.completedFuture(
          new Introduced(incarnation == 1, true, false, false));
    }

    @Override
    public CompletableFuture<Position> position(int shard) {
      return engine.position(shard);
    }

    @Override
    public CompletableFuture<OptionalLong> stateChecksum(int shard, StateChecksum theirs) {
      return engine.stateChecksum(shard, theirs);
    }

    @Override
    public Identity identify() {
      return new Identity(self.id(), 1);
    }

    @Override
    public CompletableFuture<Boolean> announce(String node, long incarnation) {
      return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletableFuture<Forgotten> forget(String node, boolean checkOnly) {
      return CompletableFuture.completedFuture(new Forgotten(false, false));
    }
  }

  private final class Operations implements ClusterOperations {
    @Override
    public String node() {
      return self.id();
    }

    @Override
    public String version() {
      return "test";
    }

    @Override
    public ShardStatus status(int shard) {
      return engine.shards().get(shard).status();
    }

    @Override
    public List<Member> members() {
      return engine.membership().members(0);
    }

    @Override
    public CompletableFuture<List<Member>> addMember(int shard, Member member) {
      return engine.membership().add(shard, member);
    }

    @Override
    public CompletableFuture<List<Member>> removeMember(int shard, String node) {
      return engine.membership().remove(shard, node);
    }

    @Override
    public CompletableFuture<List<String>> forgetMember(String node) {
      return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<String> transferLeadership(int shard, @Nullable String node) {
      return engine.membership().transferLeadership(shard, node);
    }
  }
}
