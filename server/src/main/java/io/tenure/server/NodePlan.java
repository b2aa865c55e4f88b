package io.tenure.server;

import io.tenure.raft.HostAndPort;
import io.tenure.raft.Member;
import io.tenure.server.config.Address;
import io.tenure.server.config.FrontEndSettings;
import io.tenure.server.config.MemoryPlan;
import io.tenure.server.config.Peer;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.ShardRange;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.config.StartRefusedException;
import io.tenure.server.directory.JoinState;
import io.tenure.server.raft.ratis.EngineSettings;
import io.tenure.server.watch.WatchSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;

/** What the configuration means for each part of a node. */
public final class NodePlan {
  private final ServerConfig config;
  private final Member self;
  private final MemoryPlan memory;

  /** Picks free ports where any will do. */
  public NodePlan(ServerConfig config) throws IOException, StartRefusedException {
    this.config = config;
    this.memory =
        MemoryPlan.of(
            Runtime.getRuntime().maxMemory(),
            config.shards().size(),
            config.batching().bytes(),
            config.memory().state());
    Peer own = config.addresses().self();
    this.self =
        new Member(
            config.id(),
            listening(own.address()).toString(),
            listening(own.raftAddress()).toString());
  }

  /** Where other nodes are listened for: the host as configured, the port as advertised. */
  public Address raftListen() {
    int port = HostAndPort.parse(self.raftAddress()).port();
    return new Address(config.addresses().raft().host(), port);
  }

  /** Checked before the engine opens its logs, which may take long. */
  public void requireFreeRaftPort() throws StartRefusedException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(raftListen().resolve());
    } catch (IOException e) {
      throw new StartRefusedException(
          "raft-listen: %s (expected: an address to listen on; %s)"
              .formatted(raftListen(), e.getMessage()),
          e);
    }
  }

  private static Address listening(Address address) throws IOException {
    if (address.port() != 0) {
      return address;
    }
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(address.host()))) {
      return new Address(address.host(), free.getLocalPort());
    }
  }

  /** This node as others know it. */
  public Member self() {
    return self;
  }

  /** Where clients are listened for: the host as configured, the port as advertised. */
  public InetSocketAddress clientListen() {
    int port = HostAndPort.parse(self.address()).port();
    return new Address(config.addresses().listen().host(), port).resolve();
  }

  public EngineSettings engine(JoinState standing, Path directory) {
    List<Member> founders =
        config.addresses().others().isEmpty()
            ? List.of(self)
            : config.addresses().peers().stream().map(NodePlan::member).toList();
    return new EngineSettings(
        self,
        raftListen().toString(),
        standing == JoinState.JOINED ? List.of() : founders,
        config.shards().stream().map(ShardRange::name).toList(),
        directory,
        config.elections().timeoutMin(),
        config.elections().timeoutMax(),
        shard(),
        config.elections().crashTrigger());
  }

  private static Member member(Peer peer) {
    return new Member(peer.id(), peer.address().toString(), peer.raftAddress().toString());
  }

  public ShardSettings shard() {
    ServerConfig.Batching batching = config.batching();
    return new ShardSettings(
        batching.requests(),
        Math.toIntExact(batching.bytes()),
        batching.inFlight(),
        batching.queueRequests(),
        memory.queueBytes(),
        memory.stateBytes(),
        memory.logBytes(),
        config.storage().snapshotLogBytes(),
        config.storage().snapshotEntries(),
        config.compareEvery().toMillis());
  }

  public FrontEndSettings frontEnd() {
    ServerConfig.Connections connections = config.connections();
    return FrontEndSettings.of(
        connections.max(),
        connections.requestsEach(),
        connections.frameBytes(),
        memory.inFlightBytes(),
        memory.listingSnapshots());
  }

  public WatchSettings watch() {
    ServerConfig.WatchLimits limits = config.watch();
    WatchSettings defaults = WatchSettings.DEFAULT;
    return new WatchSettings(
        limits.historyEvents(),
        Math.min(limits.historyBytes(), memory.historyBytes()),
        defaults.batchEvents(),
        defaults.batchBytes(),
        Math.min(defaults.backlogEvents(), Math.max(1, limits.historyEvents() / 2)),
        defaults.stallMillis(),
        defaults.progressMillis(),
        limits.subscribers());
  }
}
