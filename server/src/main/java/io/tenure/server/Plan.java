package io.tenure.server;

import io.tenure.server.grpc.FrontEndSettings;
import io.tenure.server.replication.EngineSettings;
import io.tenure.server.replication.HostAndPort;
import io.tenure.server.replication.Member;
import io.tenure.server.replication.ShardSettings;
import io.tenure.server.watch.WatchSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;

/** What the configuration means for each part of a node. */
final class Plan {
  private final ServerConfig config;
  private final Member self;
  private final MemoryPlan memory;

  /** Picks free ports where any will do. */
  Plan(ServerConfig config) throws IOException, StartRefusedException {
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
  Address raftListen() {
    int port = HostAndPort.parse(self.raftAddress()).port();
    return new Address(config.addresses().raft().host(), port);
  }

  /** Told before the engine opens its logs, which may take long. */
  void requireFreeRaftPort() throws StartRefusedException {
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
  Member self() {
    return self;
  }

  /** Where clients are listened for: the host as configured, the port as advertised. */
  InetSocketAddress clientListen() {
    int port = HostAndPort.parse(self.address()).port();
    return new Address(config.addresses().listen().host(), port).resolve();
  }

  EngineSettings engine(Standing standing, Path directory) {
    List<Member> founders =
        config.addresses().others().isEmpty()
            ? List.of(self)
            : config.addresses().peers().stream().map(Plan::member).toList();
    return new EngineSettings(
        self,
        raftListen().toString(),
        standing == Standing.JOINED ? List.of() : founders,
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

  ShardSettings shard() {
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

  FrontEndSettings frontEnd() {
    ServerConfig.Connections connections = config.connections();
    return FrontEndSettings.of(
            connections.max(),
            connections.requestsEach(),
            connections.frameBytes(),
            memory.inFlightBytes())
        .withPictures(memory.pictures());
  }

  WatchSettings watch() {
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
