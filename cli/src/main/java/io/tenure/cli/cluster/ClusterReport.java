package io.tenure.cli.cluster;

import io.tenure.cli.cluster.LocalNode.State;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Table;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.NodeStatus;
import io.tenure.client.admin.ShardStatus;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of a cluster on this machine: the state of its processes and the status that the nodes
 * report.
 *
 * @param statuses by address, of the nodes that answered
 */
record ClusterReport(LocalCluster cluster, Map<String, NodeStatus> statuses) {

  static ClusterReport of(LocalCluster cluster) {
    List<String> running =
        cluster.nodes().stream()
            .filter(node -> node.state() == State.RUNNING)
            .map(LocalNode::address)
            .toList();
    try (ClusterAdmin admin = ClusterAdmin.of(cluster.addresses())) {
      return new ClusterReport(cluster, ClusterHealth.answered(admin.statusOf(running)));
    }
  }

  Optional<NodeStatus> statusOf(LocalNode node) {
    return Optional.ofNullable(statuses.get(node.address()));
  }

  /** Whether this node answers and knows the leader of every shard. */
  boolean isReady(LocalNode node) {
    return statusOf(node)
        .map(status -> status.shards().stream().noneMatch(shard -> shard.leader().isEmpty()))
        .orElse(false);
  }

  /** Whether every shard has a leader that answers. */
  boolean hasLeaders() {
    return ClusterHealth.leaderless(statuses.values()).isEmpty();
  }

  /** The node that leads the first shard, if there is one. */
  Optional<LocalNode> leader() {
    // A node that was paused may still report that it leads an old term; the highest term is
    // current.
    return cluster.nodes().stream()
        .filter(node -> firstShard(node).map(ShardStatus::leads).orElse(false))
        .max(Comparator.comparingLong(node -> firstShard(node).map(ShardStatus::term).orElse(0L)));
  }

  private Optional<ShardStatus> firstShard(LocalNode node) {
    return statusOf(node).flatMap(status -> status.shards().stream().findFirst());
  }

  void print(PrintWriter out) {
    Table table =
        new Table("NODE", "ADDRESS", "HTTP", "PID", "SHARD", "ROLE", "TERM", "INDEX", "LOG");
    for (LocalNode node : cluster.nodes()) {
      Optional<NodeStatus> status = statusOf(node);
      if (status.isEmpty()) {
        table.add(
            node.id(),
            node.address(),
            node.httpAddress(),
            pid(node),
            "-",
            stateText(node),
            "-",
            "-",
            node.log());
      } else {
        status.get().shards().forEach(shard -> add(table, node, shard));
      }
    }
    table.print(out);
  }

  private static void add(Table table, LocalNode node, ShardStatus shard) {
    table.add(
        node.id(),
        node.address(),
        node.httpAddress(),
        pid(node),
        shard.name(),
        Formats.words(shard.role()),
        shard.term(),
        Formats.number(shard.appliedIndex()),
        node.log());
  }

  private static String pid(LocalNode node) {
    return node.process().map(process -> Long.toString(process.pid())).orElse("-");
  }

  private static String stateText(LocalNode node) {
    return switch (node.state()) {
      case RUNNING -> "no answer";
      case PAUSED -> "paused";
      case DOWN -> "down";
    };
  }
}
