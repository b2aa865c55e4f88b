package io.tenure.server.shard;

import static io.tenure.server.raft.ratis.EngineCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.LockState;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Limits;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.raft.ratis.EngineCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
final class LimitsAgreementTest {
  private static final long MIB = 1 << 20;
  private static final Limits OF_20 = Limits.forMemory(20 * MIB);
  private static final Limits OF_30 = Limits.forMemory(30 * MIB);

  @TempDir Path directory;

  private static ShardSettings withStateBytes(long bytes) {
    return new ShardSettings(1_024, 1 << 20, 2, 20_000, 8 * MIB, bytes, 64 * MIB, 1_000_000);
  }

  @Test
  void smallestMemoryOfAllMembersCounts() {
    assertThat(LimitsAgreement.agreed(30 * MIB, OF_30, List.of(20 * MIB, 40 * MIB)))
        .isEqualTo(OF_20);
    assertThat(LimitsAgreement.agreed(20 * MIB, OF_30, List.of(30 * MIB))).isEqualTo(OF_20);
    assertThat(LimitsAgreement.agreed(20 * MIB, OF_20, List.of())).isEqualTo(OF_20);
  }

  @Test
  void limitsAreRaisedOnlyWhenEveryMemberHasAnswered() {
    assertThat(LimitsAgreement.agreed(30 * MIB, OF_20, List.of(0L, 40 * MIB))).isEqualTo(OF_20);
    assertThat(LimitsAgreement.agreed(30 * MIB, OF_20, List.of(30 * MIB, 40 * MIB)))
        .isEqualTo(OF_30);
  }

  @Test
  void limitsAreLoweredForWhoeverHasAnswered() {
    assertThat(LimitsAgreement.agreed(30 * MIB, OF_30, List.of(0L, 20 * MIB))).isEqualTo(OF_20);
  }

  @Test
  void newLeaderRaisesNothingWhileASmallerMemberIsAway() throws Exception {
    Map<String, ShardSettings> small = Map.of("n3", withStateBytes(20 * MIB));
    try (EngineCluster cluster = new EngineCluster(directory, 3, withStateBytes(30 * MIB), small)) {
      await(() -> limits(cluster).equals(OF_20));
      cluster.stop("n3");

      String next = cluster.followers().get(0).id;
      await(() -> cluster.leader().id.equals(next) || isHandedOver(cluster, next));
      cluster.apply(new OpenSession(1, 30_000, "after what the leader proposes by itself"));

      assertThat(limits(cluster)).isEqualTo(OF_20);

      cluster.restart("n3", withStateBytes(40 * MIB));
      await(() -> limits(cluster).equals(OF_30));
    }
  }

  private static Limits limits(EngineCluster cluster) {
    return cluster.leader().shard().readStale(LockState::limits);
  }

  /** A transfer may be refused for the moment. */
  private static boolean isHandedOver(EngineCluster cluster, String next) {
    try {
      cluster.leader().engine.membership().transferLeadership(0, next).get(10, TimeUnit.SECONDS);
    } catch (ExecutionException notYet) {
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return cluster.leader().id.equals(next);
  }

  @Test
  void leaderWithLessMemoryLowersLimitsWithoutAskingAnybody() throws Exception {
    try (EngineCluster cluster =
        new EngineCluster(directory, 3, withStateBytes(30 * MIB), Map.of())) {
      await(() -> limits(cluster).equals(OF_30));
      List<String> others = cluster.followers().stream().map(node -> node.id).toList();
      cluster.stop(others.get(0));
      cluster.stop(others.get(1));
      cluster.restart(others.get(0), withStateBytes(20 * MIB));

      await(() -> limits(cluster).equals(OF_20));
    }
  }
}
