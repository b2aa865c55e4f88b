package io.tenure.compare.system.hazelcast;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.Versions;
import io.tenure.compare.system.server.ClusterProbe;
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
import java.util.stream.Collectors;

/** Three members of Hazelcast, all of which are members of the CP subsystem. */
public final class HazelcastSystem implements LockSystem {
  static final String CLUSTER = "bench";
  private static final int NODES = 3;

  private static final List<String> HEAP = List.of("-Xms512m", "-Xmx1g");

  /** JVM options that it recommends at its start. */
  private static final List<String> ACCESS =
      List.of(
          "--add-modules=java.se",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.management/sun.management=ALL-UNNAMED",
          "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

  @Override
  public String name() {
    return "hazelcast";
  }

  @Override
  public Set<Feature> features() {
    return Set.of(Feature.REPLICATED, Feature.TOKEN);
  }

  @Override
  public Optional<String> missing() {
    return Optional.empty();
  }

  @Override
  public RunningSystem start(Path directory) throws IOException, InterruptedException {
    List<String> addresses = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      addresses.add("127.0.0.1:" + Ports.free());
    }
    List<Server> servers = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      String id = "n" + (node + 1);
      Path folder = Files.createDirectories(directory.resolve(id));
      Path config =
          Files.writeString(
              folder.resolve("hazelcast.xml"), configuration(addresses.get(node), addresses));
      List<String> options = new ArrayList<>(HEAP);
      options.addAll(ACCESS);
      options.add("-Dhazelcast.config=" + config.toAbsolutePath());
      List<String> main = List.of("com.hazelcast.core.server.HazelcastMemberStarter");
      servers.add(new Server(id, folder, Server.Command.java(options, main)));
    }
    ClusterProbe probe = new HazelcastProbe(addresses, servers.stream().map(Server::log).toList());
    return Servers.start(this, servers, new Servers.Setup(addresses, probe, settings()));
  }

  private static String configuration(String own, List<String> all) {
    String members =
        all.stream()
            .map(address -> "<member>" + address + "</member>")
            .collect(Collectors.joining());
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <hazelcast xmlns="http://www.hazelcast.com/schema/config">
      <cluster-name>%s</cluster-name>
      <properties>
        <property name="hazelcast.phone.home.enabled">false</property>
        <property name="hazelcast.socket.bind.any">false</property>
      </properties>
      <network>
        <port auto-increment="false">%s</port>
        <join>
          <auto-detection enabled="false"/>
          <multicast enabled="false"/>
          <tcp-ip enabled="true">%s</tcp-ip>
        </join>
        <interfaces enabled="true">
          <interface>127.0.0.1</interface>
        </interfaces>
        <rest-api enabled="true">
          <endpoint-group name="CP" enabled="true"/>
        </rest-api>
      </network>
      <cp-subsystem>
        <cp-member-count>%d</cp-member-count>
        <group-size>%d</group-size>
      </cp-subsystem>
    </hazelcast>
    """
        .formatted(CLUSTER, own.substring(own.indexOf(':') + 1), members, NODES, NODES);
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("version", Versions.of("hazelcast"));
    settings.put("nodes", NODES + ", all in the CP subsystem, one group");
    settings.put("durability", "none: in memory only (default)");
    settings.put("client", "HazelcastClient, FencedLock; sessions of 300 s (default)");
    settings.put(
        "client threads",
        "defaults; where there are "
            + HazelcastLocks.MANY
            + " clients or more, one each for events, responses, input and output");
    settings.put("java options", String.join(" ", HEAP) + ", and the access it asks for");
    return settings;
  }

  @Override
  public LockClient connect(List<String> endpoints) {
    return connect(endpoints, 1);
  }

  @Override
  public LockClient connect(List<String> endpoints, int programs) {
    return HazelcastLocks.connect(endpoints, programs);
  }
}
