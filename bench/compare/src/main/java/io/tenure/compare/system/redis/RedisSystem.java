package io.tenure.compare.system.redis;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.server.ClusterProbe;
import io.tenure.compare.system.server.Server;
import io.tenure.compare.system.server.Servers;
import io.tenure.harness.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One Redis server, the usual setup for its locks. */
public final class RedisSystem implements LockSystem {
  private final String name;
  private final List<String> options;
  private final String durability;

  private RedisSystem(String name, List<String> options, String durability) {
    this.name = name;
    this.options = List.copyOf(options);
    this.durability = durability;
  }

  public static RedisSystem withDefaults() {
    return new RedisSystem(
        "redis", List.of(), "periodic snapshots (default): a crash loses the last minutes");
  }

  public static RedisSystem withFsyncAlways() {
    return new RedisSystem(
        "redis-always",
        List.of("--appendonly", "yes", "--appendfsync", "always"),
        "fsync before each acknowledgement (appendonly yes, appendfsync always)");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<Feature> features() {
    return Set.of(Feature.SHARED);
  }

  @Override
  public Optional<String> missing() {
    return RedisServer.missing();
  }

  @Override
  public RunningSystem start(Path directory) throws IOException, InterruptedException {
    int port = Ports.free();
    Server server = RedisServer.of("redis", directory.resolve("redis"), port, options);
    List<String> endpoints = List.of("127.0.0.1:" + port);
    return Servers.start(
        this, List.of(server), new Servers.Setup(endpoints, ClusterProbe.ofSingle(), settings()));
  }

  private Map<String, String> settings() throws IOException, InterruptedException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("version", RedisServer.version());
    settings.put("nodes", "1");
    settings.put("durability", durability);
    settings.put("client", RedissonClients.DESCRIPTION + "; RLock and RReadWriteLock");
    return settings;
  }

  @Override
  public LockClient connect(List<String> endpoints) {
    return new RedisLocks(RedissonClients.connect(endpoints.get(0)));
  }
}
