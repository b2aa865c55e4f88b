package io.tenure.compare.system.redis;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.server.Server;
import io.tenure.compare.system.server.Servers;
import io.tenure.harness.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Three independent Redis servers. A lock is held if it is held on two of them. */
public final class RedlockSystem implements LockSystem {
  private static final int NODES = 3;

  /**
   * Not the defaults: a server that restarts without its locks could grant them a second time. With
   * these options a process may be killed, but the machine must not crash.
   */
  private static final List<String> OPTIONS =
      List.of("--appendonly", "yes", "--appendfsync", "everysec");

  @Override
  public String name() {
    return "redlock";
  }

  @Override
  public Set<Feature> features() {
    return Set.of(Feature.REPLICATED);
  }

  @Override
  public Optional<String> missing() {
    return RedisServer.missing();
  }

  @Override
  public RunningSystem start(Path directory) throws IOException, InterruptedException {
    List<Server> servers = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    for (int node = 1; node <= NODES; node++) {
      int port = Ports.free();
      ports.add(port);
      servers.add(RedisServer.of("n" + node, directory.resolve("n" + node), port, OPTIONS));
    }
    List<String> endpoints = ports.stream().map(port -> "127.0.0.1:" + port).toList();
    return Servers.start(
        this, servers, new Servers.Setup(endpoints, new RedlockProbe(ports), settings()));
  }

  private static Map<String, String> settings() throws IOException, InterruptedException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("version", RedisServer.version());
    settings.put("nodes", NODES + ", independent");
    settings.put("durability", "fsync each second (appendonly yes, appendfsync everysec)");
    settings.put(
        "client", RedissonClients.DESCRIPTION + "; RedissonRedLock, " + RedissonClients.IMPATIENT);
    return settings;
  }

  @Override
  public LockClient connect(List<String> endpoints) {
    return RedlockLocks.connect(endpoints);
  }
}
