package io.tenure.compare.system.tenure;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.Versions;
import io.tenure.compare.system.server.Insight;
import io.tenure.compare.system.server.JavaProgram;
import io.tenure.compare.system.server.Ports;
import io.tenure.compare.system.server.Server;
import io.tenure.compare.system.server.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tenure, started as {@code tenure cluster up} does it. */
public final class TenureSystem implements LockSystem {
  /** The jar of the command, as the script that starts this sets it. */
  static final String JAR = "TENURE_JAR";

  private static final String JAVA_OPTIONS = "TENURE_SERVER_JAVA_OPTIONS";

  /** For clients; the next two are for Raft and HTTP. */
  private static final int PORTS_PER_NODE = 3;

  private final String name;
  private final int nodes;

  private TenureSystem(String name, int nodes) {
    this.name = name;
    this.nodes = nodes;
  }

  public static TenureSystem cluster() {
    return new TenureSystem("tenure", 3);
  }

  public static TenureSystem single() {
    return new TenureSystem("tenure-single", 1);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<Feature> features() {
    return nodes > 1
        ? Set.of(Feature.REPLICATED, Feature.SHARED, Feature.WATCH, Feature.TOKEN)
        : Set.of(Feature.SHARED, Feature.WATCH, Feature.TOKEN);
  }

  @Override
  public Optional<String> missing() {
    return Files.isRegularFile(Path.of(environment(JAR)))
        ? Optional.empty()
        : Optional.of("mvn -pl cli -am -DskipTests package");
  }

  private static String environment(String variable) {
    return Optional.ofNullable(System.getenv(variable)).orElse("");
  }

  @Override
  public RunningSystem start(Path directory) throws IOException, InterruptedException {
    Path jar = Path.of(environment(JAR)).toAbsolutePath().normalize();
    if (!Files.isRegularFile(jar)) {
      throw new IOException(
          JAR
              + ": '"
              + environment(JAR)
              + "' (expected: where tenure-cli.jar is; ./tenure sets it)");
    }
    Map<String, String> addresses = new LinkedHashMap<>();
    for (int number = 1; number <= nodes; number++) {
      addresses.put("n" + number, "127.0.0.1:" + Ports.free(PORTS_PER_NODE));
    }
    List<Server> servers =
        addresses.keySet().stream().map(id -> server(id, addresses, jar, directory)).toList();
    List<String> endpoints = List.copyOf(addresses.values());
    Insight insight = new TenureInsight(endpoints);
    return Servers.start(this, servers, new Servers.Setup(endpoints, insight, settings()));
  }

  private Server server(String id, Map<String, String> addresses, Path jar, Path directory) {
    List<String> words = new ArrayList<>();
    words.add(JavaProgram.java());
    words.addAll(javaOptions());
    words.addAll(List.of("-jar", jar.toString(), "server"));
    // Nothing but the server's own files may be in there.
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

  private static List<String> javaOptions() {
    return Arrays.stream(environment(JAVA_OPTIONS).split("\\s+"))
        .filter(option -> !option.isEmpty())
        .toList();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("version", Versions.of("tenure"));
    settings.put("nodes", Integer.toString(nodes));
    settings.put("durability", "fsync before each acknowledgement (default)");
    settings.put("client", "Tenure's Java client, sessions of 10 s (default)");
    settings.put("java options", String.join(" ", javaOptions()));
    return settings;
  }

  @Override
  public LockClient connect(List<String> endpoints) {
    return new TenureLocks(endpoints);
  }
}
