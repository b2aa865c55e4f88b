package io.tenure.testkit;

import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.NodeStatus;
import io.tenure.client.admin.ShardStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the leader by asking all nodes. */
final class Leaders {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 3;

  private Leaders() {}

  /**
   * Waits until all of these nodes agree on the leader.
   *
   * @param running a majority of the nodes
   */
  static EmbeddedNode await(List<EmbeddedNode> running) throws InterruptedException {
    List<String> endpoints = running.stream().map(EmbeddedNode::endpoint).toList();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    try (ClusterAdmin admin = ClusterAdmin.of(endpoints)) {
      while (true) {
        Map<String, Optional<NodeStatus>> statuses = admin.statusOf(endpoints);
        for (EmbeddedNode node : running) {
          if (isAgreedOn(node, statuses)) {
            return node;
          }
        }
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException(
              "no leader within %d s; status of the nodes: %s"
                  .formatted(LIMIT.toSeconds(), statuses));
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  private static boolean isAgreedOn(EmbeddedNode node, Map<String, Optional<NodeStatus>> statuses) {
    Set<String> named =
        statuses.values().stream()
            .map(status -> status.map(Leaders::shard).map(ShardStatus::leader).orElse(""))
            .collect(Collectors.toSet());
    return named.equals(Set.of(node.id()))
        && statuses
            .getOrDefault(node.endpoint(), Optional.empty())
            .map(Leaders::shard)
            .map(ShardStatus::leads)
            .orElse(false);
  }

  /** Test services have one shard. */
  private static ShardStatus shard(NodeStatus status) {
    return status.shards().get(0);
  }
}
