package io.tenure.cli;

import io.tenure.client.NodeStatus;
import io.tenure.client.ShardStatus;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What several nodes say, taken together. */
final class Statuses {
  private Statuses() {}

  /** Those that answered. */
  static Map<String, NodeStatus> answered(Map<String, Optional<NodeStatus>> asked) {
    Map<String, NodeStatus> answered = new LinkedHashMap<>();
    asked.forEach((address, status) -> status.ifPresent(each -> answered.put(address, each)));
    return answered;
  }

  /** The shards that no node says it leads. All nodes have the same shards. */
  static List<String> leaderless(Collection<NodeStatus> statuses) {
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
  static long lag(ShardStatus shard, Collection<NodeStatus> statuses) {
    return statuses.stream()
        .flatMap(status -> status.shards().stream())
        .filter(other -> other.index() == shard.index())
        .mapToLong(other -> Math.max(0, other.committedIndex() - shard.appliedIndex()))
        .max()
        .orElse(0);
  }
}
