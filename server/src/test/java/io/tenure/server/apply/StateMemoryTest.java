package io.tenure.server.apply;

import static io.tenure.server.raft.ratis.EngineCluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.LockState;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.raft.ratis.EngineCluster;
import io.tenure.server.raft.ratis.EngineCluster.Node;
import io.tenure.server.raft.ratis.EngineCluster.RecordedAnswer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that has too little memory for the state of its shard says so instead of running out. */
final class StateMemoryTest {
  private static final long MIB = 1 << 20;
  private static final long FULL = 24 * MIB;
  private static final Value VALUE = Value.of(new byte[Value.MAX_BYTES]);
  private static final String TOO_SMALL =
      "(expected: at most 22 MiB with this heap; start the JVM with a larger -Xmx)";

  @TempDir Path directory;

  private static ShardSettings settings(long stateBytes, long snapshotEntries) {
    return new ShardSettings(
        1_024, 1 << 20, 2, 20_000, 64 * MIB, stateBytes, 1L << 40, snapshotEntries);
  }

  private EngineCluster full(long snapshotEntries) throws Exception {
    EngineCluster cluster =
        new EngineCluster(directory, 1, settings(64 * MIB, snapshotEntries), Map.of());
    Node node = cluster.leader();
    await(() -> node.shard().readStale(LockState::limits).equals(Limits.forMemory(64 * MIB)));
    Outcome opened = cluster.apply(new OpenSession(1, 30_000, "test"));
    SessionId session = ((Outcome.SessionOpened) opened).session();
    RecordedAnswer last = new RecordedAnswer();
    for (int i = 1; i <= FULL / VALUE.size(); i++) {
      last = new RecordedAnswer();
      node.shard().enqueue(acquire(session, i), last);
    }
    node.shard().submit();
    assertThat(last.outcome()).isInstanceOf(Outcome.Granted.class);
    assertThat(node.shard().<Long>readStale(LockState::bytes)).isGreaterThan(FULL);
    return cluster;
  }

  private static AcquireLock acquire(SessionId session, int number) {
    return new AcquireLock(
        new RequestId(session, number),
        0,
        "",
        List.of(Target.exclusive(Key.of("/k" + number))),
        false,
        VALUE);
  }

  @Test
  void snapshotOfALargerStateIsRefusedAtTheStart() throws Exception {
    try (EngineCluster cluster = full(100)) {
      long index = cluster.leader().shard().status().appliedIndex();
      await(() -> hasSnapshotAfter(cluster, index));
      cluster.stop("n1");

      assertThatThrownBy(() -> cluster.restart("n1", settings(16 * MIB, 100)))
          .hasRootCauseMessage(
              "state of shard main: more than 22 MiB, with limits of 64 MiB " + TOO_SMALL);
    }
  }

  private static boolean hasSnapshotAfter(EngineCluster cluster, long index) {
    cluster.apply(new OpenSession(2, 30_000, "one more entry"));
    return cluster.leader().shard().status().snapshotIndex() > index;
  }

  @Test
  void nodeStopsWhenTheLogLeadsToALargerState() throws Exception {
    try (EngineCluster cluster = full(1_000_000)) {
      cluster.stop("n1");

      cluster.restart("n1", settings(16 * MIB, 1_000_000));

      Node node = cluster.node("n1");
      await(() -> !node.fatal.isEmpty());
      assertThat(node.fatal.get(0)).hasMessageEndingWith(TOO_SMALL);
    }
  }
}
