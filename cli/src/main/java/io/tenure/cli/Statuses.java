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
}
