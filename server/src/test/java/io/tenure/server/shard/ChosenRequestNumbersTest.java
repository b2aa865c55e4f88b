package io.tenure.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.LockState;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome.SessionOpened;
import io.tenure.core.model.SessionId;
import io.tenure.server.raft.ratis.EngineCluster;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Numbers that a node chooses for requests are remembered while their session lives. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class ChosenRequestNumbersTest {
  @TempDir Path directory;

  @Test
  void numbersOfSessionsThatASnapshotDoesNotHaveAreForgotten() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 1)) {
      Shard shard = cluster.leader().shard();
      SessionId first = open(cluster, 1);
      SessionId second = open(cluster, 2);
      assertThat(shard.nextRequestNumber(first)).isEqualTo(1);
      assertThat(shard.nextRequestNumber(second)).isEqualTo(1);
      assertThat(shard.replica().numbers().sessions()).isEqualTo(2);

      shard.readStale(
          state -> {
            shard.replica().numbers().restored(state);
            return state;
          });
      assertThat(shard.replica().numbers().sessions()).isEqualTo(2);
      assertThat(shard.nextRequestNumber(first)).isEqualTo(2);

      shard.replica().numbers().restored(new LockState(Limits.DEFAULT));
      assertThat(shard.replica().numbers().sessions()).isZero();
    }
  }

  @Test
  void numbersOfSessionsThatEndAreForgotten() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 1)) {
      Shard shard = cluster.leader().shard();
      SessionId session = open(cluster, 1);
      assertThat(shard.nextRequestNumber(session)).isEqualTo(1);

      var unused = cluster.apply(new CloseSession(session));

      assertThat(shard.nextRequestNumber(session)).isEqualTo(1);
      assertThat(shard.replica().numbers().sessions()).isZero();
    }
  }

  private static SessionId open(EngineCluster cluster, long nonce) {
    return ((SessionOpened) cluster.apply(new OpenSession(nonce, 30_000, "test"))).session();
  }
}
