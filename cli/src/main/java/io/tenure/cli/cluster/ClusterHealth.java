package io.tenure.cli.cluster;

import io.tenure.client.admin.NodeStatus;
import io.tenure.client.admin.ShardStatus;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What several nodes say, taken together. */
public final class ClusterHealth {
  private ClusterHealth() {}

  /** Those that answered. */
  public static Map<String, NodeStatus> answered(Map<String, Optional<NodeStatus>> asked) {
    Map<String, NodeStatus> answered = new LinkedHashMap<>();
    asked.forEach((address, status) -> status.ifPresent(each -> answered.put(address, each)));
    return answered;
  }

  /** The shards that no node says it leads. All nodes have the same shards. */
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

  /** How many entries that are known to be committed, by any node, this one has not applied. */
  public static long lag(ShardStatus shard, Collection<NodeStatus> statuses) {
    return statuses.stream()
        .flatMap(status -> status.shards().stream())
        .filter(other -> other.index() == shard.index())
        .mapToLong(other -> Math.max(0, other.committedIndex() - shard.appliedIndex()))
        .max()
        .orElse(0);
  }
}
