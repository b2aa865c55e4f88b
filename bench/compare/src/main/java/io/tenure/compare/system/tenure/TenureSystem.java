package io.tenure.compare.system.tenure;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.Versions;
import io.tenure.compare.system.server.ClusterProbe;
import io.tenure.compare.system.server.Server;
import io.tenure.compare.system.server.Servers;
import io.tenure.harness.Ports;
import io.tenure.harness.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tenure, started in the same way as by {@code tenure cluster up}. */
public final class TenureSystem implements LockSystem {
  /** Appended to the name of the second build of a comparison. */
  private static final String OTHER_BUILD = "-b";

  /** One for clients and peers; the next two are for Raft and HTTP. */
  private static final int PORTS_PER_NODE = 3;

  private static final int CLUSTER_NODES = 3;

  private final String adapter;
  private final String name;
  private final int nodes;
  private final TenureBuild build;

  private TenureSystem(String adapter, String name, int nodes, TenureBuild build) {
    this.adapter = adapter;
    this.name = name;
    this.nodes = nodes;
    this.build = build;
  }

  /** A cluster of three nodes. */
  public static TenureSystem cluster() {
    return new TenureSystem("tenure", "tenure", CLUSTER_NODES, TenureBuild.ofCheckout());
  }

  /** A single node, which replicates nothing. */
  public static TenureSystem single() {
    return new TenureSystem("tenure-single", "tenure-single", 1, TenureBuild.ofCheckout());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String adapter() {
    return adapter;
  }

  @Override
  public Set<Feature> features() {
    return nodes > 1
        ? Set.of(Feature.REPLICATED, Feature.SHARED, Feature.WATCH, Feature.TOKEN)
        : Set.of(Feature.SHARED, Feature.WATCH, Feature.TOKEN);
  }

  @Override
  public Optional<String> missing() {
    return build.isBuilt() ? Optional.empty() : Optional.of("mvn -pl cli -am -DskipTests package");
  }

  @Override
  public List<Path> clientJars() throws IOException {
    return build.clientJars();
  }

  @Override
  public Optional<LockSystem> at(List<String> endpoints, List<Long> pids) {
    return nodes > 1 ? Optional.of(new TenureService(endpoints, pids)) : Optional.empty();
  }

  @Override
  public List<LockSystem> withBuild(Path jar, boolean ownClient) {
    TenureBuild other = new TenureBuild(jar, ownClient, true);
    return List.of(
        new TenureSystem(adapter, name, nodes, build.beside()),
        new TenureSystem(adapter, name + OTHER_BUILD, nodes, other));
  }

  @Override
  public RunningSystem start(Path directory) throws IOException, InterruptedException {
    Path jar = build.requireJar();
    Map<String, String> addresses = new LinkedHashMap<>();
    for (int number = 1; number <= nodes; number++) {
      addresses.put("n" + number, "127.0.0.1:" + Ports.free(PORTS_PER_NODE));
    }
    List<Server> servers =
        addresses.keySet().stream().map(id -> server(id, addresses, jar, directory)).toList();
    List<String> endpoints = List.copyOf(addresses.values());
    ClusterProbe probe = new TenureProbe(endpoints);
    return Servers.start(this, servers, new Servers.Setup(endpoints, probe, settings()));
  }

  private Server server(String id, Map<String, String> addresses, Path jar, Path directory) {
    List<String> words = new ArrayList<>();
    words.add(JavaCommand.java());
    words.addAll(build.javaOptions());
    words.addAll(List.of("-jar", jar.toString(), "server"));
    // A folder of its own: the server refuses a data directory that has other files.
    words.addAll(List.of("--data", directory.resolve(id).resolve("data").toString()));
    words.addAll(List.of("--id", id, "--listen", addresses.getOrDefault(id, "")));
    if (nodes > 1) {
      String peers =
          addresses.entrySet().stream()
              .map(peer -> peer.getKey() + "=" + peer.getValue())
              .collect(Collectors.joining(","));
      words.addAll(List.of("--peers", peers));
    }
    return new Server(id, directory.resolve(id), Server.Command.of(words));
  }

  private Map<String, String> settings() throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("version", Versions.of("tenure"));
    settings.put("nodes", Integer.toString(nodes));
    settings.put("durability", "fsync before each acknowledgement (default)");
    settings.put("client", TenureLocks.DESCRIPTION);
    settings.putAll(build.settings());
    return settings;
  }

  @Override
  public LockClient connect(List<String> endpoints) {
    return new TenureLocks(endpoints);
  }
}
