package io.tenure.faults.cluster;

import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.NodeStatus;
import io.tenure.client.admin.ShardStatus;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** What the nodes say of themselves at one moment. */
public final class ClusterStatus {
  private static final Executor CONNECTED_OR_NOT =
      CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS);

  private final List<Node> nodes;
  private final Map<Node, NodeStatus> answers;

  private ClusterStatus(List<Node> nodes, Map<Node, NodeStatus> answers) {
    this.nodes = nodes;
    this.answers = answers;
  }

  /** Asks all that could answer; takes a second if one of them cannot be reached. */
  static ClusterStatus ask(List<Node> nodes) {
    List<Node> asked = nodes.stream().filter(Node::isRunning).toList();
    List<String> addresses = asked.stream().map(Node::address).toList();
    Map<Node, NodeStatus> answers = new LinkedHashMap<>();
    if (!asked.isEmpty()) {
      // A new one each time: one that has failed to connect waits before it tries again.
      ClusterAdmin admin = ClusterAdmin.of(addresses);
      Map<String, Optional<NodeStatus>> found = admin.statusOf(addresses);
      for (Node node : asked) {
        found
            .getOrDefault(node.address(), Optional.empty())
            .ifPresent(status -> answers.put(node, status));
      }
      if (answers.size() == asked.size()) {
        admin.close();
      } else {
        // Not while it may still try to connect, of which Netty would complain.
        CONNECTED_OR_NOT.execute(admin::close);
      }
    }
    return new ClusterStatus(nodes, answers);
  }

  boolean answers(Node node) {
    return answers.containsKey(node);
  }

  /** Of those that say they lead a shard the one with the greatest term. */
  public Optional<Node> leader(int shard) {
    return answers.entrySet().stream()
        .filter(answer -> find(answer.getValue(), shard).map(ShardStatus::leads).orElse(false))
        .max(
            Comparator.comparingLong(
                answer -> find(answer.getValue(), shard).map(ShardStatus::term).orElse(0L)))
        .map(Map.Entry::getKey);
  }

  private static Optional<ShardStatus> find(NodeStatus status, int shard) {
    return status.shards().stream().filter(each -> each.index() == shard).findFirst();
  }

  /** How far the log of each shard is known to be on a majority, by the shard's index. */
  public Map<Integer, Long> committed() {
    Map<Integer, Long> committed = new TreeMap<>();
    for (NodeStatus status : answers.values()) {
      for (ShardStatus shard : status.shards()) {
        committed.merge(shard.index(), shard.committedIndex(), Math::max);
      }
    }
    return committed;
  }

  /** The first reason why a node is not of use; empty if all of them are. */
  Optional<String> trouble(Map<Integer, Long> committedBefore) {
    return nodes.stream().flatMap(node -> trouble(node, committedBefore).stream()).findFirst();
  }

  /** Why a node is not of use. */
  Optional<String> trouble(Node node, Map<Integer, Long> committedBefore) {
    if (!node.isAlive()) {
      return Optional.of(node.id() + " has ended");
    }
    NodeStatus status = answers.get(node);
    if (status == null) {
      return Optional.of(node.id() + " does not answer");
    }
    if (!status.node().equals(node.id())) {
      return Optional.of(node.id() + " answers as " + status.node());
    }
    if (status.members().size() != nodes.size()) {
      return Optional.of(node.id() + " knows " + status.members().size() + " members");
    }
    for (Map.Entry<Integer, Long> expected : committedBefore.entrySet()) {
      Optional<ShardStatus> shard = find(status, expected.getKey());
      if (shard.map(each -> each.leader().isEmpty()).orElse(true)) {
        return Optional.of(node.id() + " knows no leader of shard " + expected.getKey());
      }
      if (shard.get().appliedIndex() < expected.getValue()) {
        return Optional.of(
            "%s has applied entry %d of %d of shard %d"
                .formatted(
                    node.id(), shard.get().appliedIndex(), expected.getValue(), expected.getKey()));
      }
    }
    return Optional.empty();
  }
}
