package io.tenure.compare.system.etcd;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.Versions;
import io.tenure.compare.system.server.ClusterProbe;
import io.tenure.compare.system.server.Server;
import io.tenure.compare.system.server.Servers;
import io.tenure.harness.Ports;
import io.tenure.harness.process.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Three nodes of etcd with its defaults. */
public final class EtcdSystem implements LockSystem {
  private static final int NODES = 3;

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public Set<Feature> features() {
    return Set.of(Feature.REPLICATED, Feature.WATCH, Feature.TOKEN);
  }

  @Override
  public Optional<String> missing() {
    return Programs.find("etcd").isPresent()
        ? Optional.empty()
        : Optional.of("apt-get install etcd-server");
  }

  @Override
  public RunningSystem start(Path directory) throws IOException, InterruptedException {
    List<String> clientUrls = new ArrayList<>();
    List<String> peerUrls = new ArrayList<>();
    List<String> members = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      int port = Ports.free(2);
      clientUrls.add("http://127.0.0.1:" + port);
      peerUrls.add("http://127.0.0.1:" + (port + 1));
      members.add(id(node) + "=" + peerUrls.get(node));
    }
    String program = Programs.require("etcd");
    List<Server> servers = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      Path folder = directory.resolve(id(node));
      List<String> words = new ArrayList<>(List.of(program, "--name", id(node)));
      words.addAll(List.of("--data-dir", folder.resolve("data").toString()));
      words.addAll(List.of("--listen-client-urls", clientUrls.get(node)));
      words.addAll(List.of("--advertise-client-urls", clientUrls.get(node)));
      words.addAll(List.of("--listen-peer-urls", peerUrls.get(node)));
      words.addAll(List.of("--initial-advertise-peer-urls", peerUrls.get(node)));
      words.addAll(List.of("--initial-cluster", String.join(",", members)));
      servers.add(new Server(id(node), folder, Server.Command.of(words)));
    }
    ClusterProbe probe = new EtcdProbe(clientUrls);
    return Servers.start(this, servers, new Servers.Setup(clientUrls, probe, settings(program)));
  }

  private static String id(int node) {
    return "n" + (node + 1);
  }

  private static Map<String, String> settings(String program)
      throws IOException, InterruptedException {
    Map<String, String> settings = new LinkedHashMap<>();
    String version = Programs.run(program, "--version").lines().findFirst().orElse("");
    settings.put("version", version);
    settings.put("nodes", Integer.toString(NODES));
    settings.put("durability", "fsync before each acknowledgement (default)");
    settings.put(
        "client",
        "jetcd "
            + Versions.of("jetcd")
            + ", Lock; a lease of "
            + EtcdLease.TTL_SECONDS
            + " s for each thread; gives up after "
            + EtcdLocks.ANSWER_SECONDS
            + " s");
    return settings;
  }

  @Override
  public LockClient connect(List<String> endpoints) {
    return new EtcdLocks(endpoints);
  }
}
