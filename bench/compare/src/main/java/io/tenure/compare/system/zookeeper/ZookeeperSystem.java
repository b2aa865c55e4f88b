package io.tenure.compare.system.zookeeper;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.Versions;
import io.tenure.compare.system.server.Server;
import io.tenure.compare.system.server.Servers;
import io.tenure.harness.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Three servers of ZooKeeper with its sample configuration. */
public final class ZookeeperSystem implements LockSystem {
  private static final int NODES = 3;

  /** The JVM options of ZooKeeper's own start script. */
  private static final List<String> JAVA_OPTIONS = List.of("-Xmx1000m");

  @Override
  public String name() {
    return "zookeeper";
  }

  @Override
  public Set<Feature> features() {
    return Set.of(Feature.REPLICATED, Feature.SHARED, Feature.WATCH);
  }

  @Override
  public Optional<String> missing() {
    return Optional.empty();
  }

  @Override
  public RunningSystem start(Path directory) throws IOException, InterruptedException {
    List<Integer> ports = new ArrayList<>();
    StringBuilder members = new StringBuilder();
    for (int node = 1; node <= NODES; node++) {
      int port = Ports.free(3);
      ports.add(port);
      members.append("server.%d=127.0.0.1:%d:%d%n".formatted(node, port + 1, port + 2));
    }
    List<Server> servers = new ArrayList<>();
    for (int node = 1; node <= NODES; node++) {
      Path folder = directory.resolve("n" + node);
      Path config = configure(folder, node, ports.get(node - 1), members.toString());
      Server.Command command =
          Server.Command.java(
              JAVA_OPTIONS,
              List.of("org.apache.zookeeper.server.quorum.QuorumPeerMain", config.toString()));
      servers.add(new Server("n" + node, folder, command));
    }
    List<String> endpoints = ports.stream().map(port -> "127.0.0.1:" + port).toList();
    return Servers.start(
        this, servers, new Servers.Setup(endpoints, new ZookeeperProbe(ports), settings()));
  }

  private static Path configure(Path folder, int node, int port, String members)
      throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(data.resolve("myid"), Integer.toString(node));
    String text =
        """
        tickTime=2000
        initLimit=10
        syncLimit=5
        dataDir=%s
        clientPort=%d
        clientPortAddress=127.0.0.1
        maxClientCnxns=0
        admin.enableServer=false
        4lw.commands.whitelist=srvr
        %s"""
            .formatted(data, port, members);
    return Files.writeString(folder.resolve("zoo.cfg"), text);
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("version", Versions.of("zookeeper"));
    settings.put("nodes", Integer.toString(NODES));
    settings.put("durability", "fsync before each acknowledgement (default)");
    settings.put(
        "configuration",
        "zoo_sample.cfg; maxClientCnxns=0, admin.enableServer=false, srvr allowed");
    settings.put(
        "client",
        "Curator "
            + Versions.of("curator")
            + ", InterProcessMutex and InterProcessReadWriteLock; sessions of "
            + ZookeeperLocks.SESSION_MILLIS / 1000
            + " s");
    settings.put("java options", String.join(" ", JAVA_OPTIONS));
    return settings;
  }

  @Override
  public LockClient connect(List<String> endpoints) throws IOException, InterruptedException {
    return ZookeeperLocks.connect(endpoints);
  }
}
