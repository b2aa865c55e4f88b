package io.tenure.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.admin.NodeStatus;
import io.tenure.client.admin.ShardStatus;
import io.tenure.client.admin.ShardStatus.Counts;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClusterHealthTest {
  private final ShardStatus leader = shard("LEADER", 20, 19);
  private final ShardStatus follower = shard("FOLLOWER", 18, 15);
  private final List<NodeStatus> both = List.of(node("n1", leader), node("n2", follower));

  @Test
  void lagIsCountedFromWhatAnybodyKnowsToBeCommitted() {
    assertThat(ClusterHealth.lag(leader, both)).isEqualTo(1);
    assertThat(ClusterHealth.lag(follower, both)).isEqualTo(5);
    assertThat(ClusterHealth.lag(shard("FOLLOWER", 30, 30), both)).isZero();
  }

  @Test
  void shardThatNobodyLeadsIsNamed() {
    assertThat(ClusterHealth.leaderless(both)).isEmpty();
    assertThat(ClusterHealth.leaderless(List.of(node("n2", follower)))).containsExactly("main");
    assertThat(ClusterHealth.leaderless(List.of())).containsExactly("any");
  }

  private static ShardStatus shard(String role, long committed, long applied) {
    return new ShardStatus(0, "main", "n1", role, 3, committed, applied, 9, new Counts(0, 0, 0));
  }

  private static NodeStatus node(String name, ShardStatus shard) {
    return new NodeStatus(name, "1", List.of(shard), List.of());
  }
}
