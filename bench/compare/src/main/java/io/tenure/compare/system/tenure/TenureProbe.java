package io.tenure.compare.system.tenure;

import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.NodeStatus;
import io.tenure.client.admin.ShardStatus;
import io.tenure.compare.system.server.ClusterProbe;
import io.tenure.harness.Ports;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Asks the nodes for their status through the admin API. */
final class TenureProbe implements ClusterProbe {
  private final List<String> addresses;
  private final ClusterAdmin admin;

  TenureProbe(List<String> addresses) {
    this.addresses = addresses;
    this.admin = ClusterAdmin.of(addresses);
  }

  /** Whether each node knows all leaders and has applied what was committed when it was asked. */
  @Override
  public boolean isComplete() {
    List<NodeStatus> before = statuses().stream().flatMap(Optional::stream).toList();
    if (before.size() < addresses.size()) {
      return false;
    }
    Map<Integer, Long> committed = new HashMap<>();
    for (NodeStatus node : before) {
      for (ShardStatus shard : node.shards()) {
        committed.merge(shard.index(), shard.committedIndex(), Math::max);
      }
    }
    return statuses().stream()
        .allMatch(
            status ->
                status.isPresent()
                    && status.get().shards().stream()
                        .allMatch(shard -> takesPart(shard, committed)));
  }

  private static boolean takesPart(ShardStatus shard, Map<Integer, Long> committed) {
    return !shard.leader().isEmpty()
        && shard.appliedIndex() >= committed.getOrDefault(shard.index(), 0L);
  }

  /** The node that leads the most shards. */
  @Override
  public OptionalInt leader() {
    List<Long> led =
        statuses().stream()
            .map(
                status ->
                    status
                        .map(node -> node.shards().stream().filter(ShardStatus::leads).count())
                        .orElse(0L))
            .toList();
    return IntStream.range(0, led.size())
        .filter(node -> led.get(node) > 0)
        .reduce((one, other) -> led.get(other) > led.get(one) ? other : one);
  }

  /** In the order of the addresses. Addresses that refuse connections are not asked. */
  private List<Optional<NodeStatus>> statuses() {
    List<String> listening = addresses.stream().filter(Ports::isOpen).toList();
    Map<String, Optional<NodeStatus>> answers = admin.statusOf(listening);
    return addresses.stream()
        .map(address -> answers.getOrDefault(address, Optional.empty()))
        .toList();
  }

  @Override
  public void close() {
    admin.close();
  }
}
