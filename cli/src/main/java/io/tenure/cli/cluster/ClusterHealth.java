package io.tenure.cli.cluster;

import io.tenure.client.admin.NodeStatus;
import io.tenure.client.admin.ShardStatus;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Combines the status reports of several nodes. */
public final class ClusterHealth {
  private ClusterHealth() {}

  /** The statuses of the nodes that answered. */
  public static Map<String, NodeStatus> answered(Map<String, Optional<NodeStatus>> asked) {
    Map<String, NodeStatus> answered = new LinkedHashMap<>();
    asked.forEach((address, status) -> status.ifPresent(each -> answered.put(address, each)));
    return answered;
  }

  /** The shards for which no node reports that it is the leader. All nodes have the same shards. */
  public static List<String> leaderless(Collection<NodeStatus> statuses) {
    List<ShardStatus> all = statuses.stream().flatMap(status -> status.shards().stream()).toList();
    List<String> led =
        all.stream().filter(ShardStatus::leads).map(ShardStatus::name).distinct().toList();
    return all.isEmpty()
        ? List.of("any")
        : all.stream()
            .map(ShardStatus::name)
            .distinct()
            .filter(name -> !led.contains(name))
            .toList();
  }

  /** How many entries this node has not applied that any node reports as committed. */
  public static long lag(ShardStatus shard, Collection<NodeStatus> statuses) {
    return statuses.stream()
        .flatMap(status -> status.shards().stream())
        .filter(other -> other.index() == shard.index())
        .mapToLong(other -> Math.max(0, other.committedIndex() - shard.appliedIndex()))
        .max()
        .orElse(0);
  }
}
