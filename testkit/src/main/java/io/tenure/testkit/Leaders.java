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

/** Finds out who leads, by asking everybody. */
final class Leaders {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 3;

  private Leaders() {}

  /**
   * Waits until all of them agree.
   *
   * @param running a majority of the nodes
   */
  static EmbeddedNode await(List<EmbeddedNode> running) throws InterruptedException {
    List<String> endpoints = running.stream().map(EmbeddedNode::endpoint).toList();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (ClusterAdmin admin = ClusterAdmin.of(endpoints)) {
      while (true) {
        Map<String, Optional<NodeStatus>> said = admin.statusOf(endpoints);
        for (EmbeddedNode node : running) {
          if (isAgreedOn(node, said)) {
            return node;
          }
        }
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException(
              "no leader after %d s; the nodes say: %s".formatted(PATIENCE.toSeconds(), said));
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  private static boolean isAgreedOn(EmbeddedNode node, Map<String, Optional<NodeStatus>> said) {
    Set<String> named =
        said.values().stream()
            .map(status -> status.map(Leaders::shard).map(ShardStatus::leader).orElse(""))
            .collect(Collectors.toSet());
    return named.equals(Set.of(node.id()))
        && said.getOrDefault(node.endpoint(), Optional.empty())
            .map(Leaders::shard)
            .map(ShardStatus::leads)
            .orElse(false);
  }

  /** There is one only. */
  private static ShardStatus shard(NodeStatus status) {
    return status.shards().get(0);
  }
}
