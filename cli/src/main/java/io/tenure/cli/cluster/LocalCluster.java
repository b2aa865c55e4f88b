package io.tenure.cli.cluster;

import io.tenure.cli.cluster.LocalNode.State;
import io.tenure.cli.server.ServerLauncher;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.Invocation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A cluster on this machine: a directory that contains one directory per node. */
public record LocalCluster(Path folder, ClusterFile file) {
  private static final int PORTS_PER_NODE = 10;

  public static Optional<LocalCluster> find(Path folder) {
    return ClusterFile.read(folder).map(file -> new LocalCluster(folder, file));
  }

  List<LocalNode> nodes() {
    return IntStream.rangeClosed(1, file.nodes()).mapToObj(this::node).toList();
  }

  private LocalNode node(int number) {
    String id = "n" + number;
    Long pid = file.pids().get(id);
    return new LocalNode(
        id,
        file.basePort() + (number - 1) * PORTS_PER_NODE,
        folder.resolve(id),
        pid == null ? OptionalLong.empty() : OptionalLong.of(pid));
  }

  LocalNode node(String id) {
    return nodes().stream()
        .filter(node -> node.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailedException(
                    "node: "
                        + id
                        + " (expected: "
                        + nodes().stream().map(LocalNode::id).collect(Collectors.joining(", "))
                        + ")"));
  }

  public List<String> addresses() {
    return nodes().stream().map(LocalNode::address).toList();
  }

  List<LocalNode> down() {
    return nodes().stream().filter(node -> node.state() == State.DOWN).toList();
  }

  public boolean isRunning() {
    return nodes().stream().anyMatch(node -> node.state() != State.DOWN);
  }

  /** The highest port that a cluster would use. */
  static int lastPort(int nodes, int basePort) {
    return basePort + (nodes - 1) * PORTS_PER_NODE + 2;
  }

  /** The server settings of a node. */
  Map<String, String> settings(LocalNode node) {
    Map<String, String> settings = new TreeMap<>(file.settings());
    settings.put("id", node.id());
    settings.put("data", node.data().toString());
    settings.put("listen", node.address());
    if (file.nodes() > 1) {
      settings.put(
          "peers",
          nodes().stream()
              .map(each -> each.id() + "=" + each.address())
              .collect(Collectors.joining(",")));
    }
    return settings;
  }

  /** Starts the node and records its process id. */
  LocalCluster start(LocalNode node, Invocation invocation) {
    long pid = new ServerLauncher(invocation).start(node, settings(node));
    LocalCluster next = new LocalCluster(folder, file.withPid(node.id(), pid));
    next.file.write(folder);
    return next;
  }
}
