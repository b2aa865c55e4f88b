package io.tenure.server.raft.ratis;

import static io.tenure.server.raft.ratis.EngineCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command.OpenSession;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.raft.ratis.EngineCluster.Node;
import io.tenure.server.raft.ratis.EngineCluster.RecordedAnswer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A follower is so far behind that it gets a snapshot, and its log is still being written. */
@Tag("full")
class SnapshotOverBusyLogTest {
  private static final String LOG_WRITER = "SegmentedRaftLogWorker.runWorker";
  private static final long WHILE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  @TempDir Path directory;
  private final CountDownLatch disk = new CountDownLatch(1);
  private int sessions;

  @AfterEach
  void letGo() {
    CodeInjectionForTesting.remove(LOG_WRITER);
    disk.countDown();
  }

  @Test
  void aSlowDiskDoesNotCostTheNode() throws Exception {
    ShardSettings settings = new ShardSettings(1, 1 << 12, 64, 20_000, 1 << 14, 1_000_000);
    try (EngineCluster cluster =
        new EngineCluster(directory, 3, settings, List.of("main"), EngineCluster.STEADY)) {
      Node leader = cluster.leader();
      openSessions(leader, 1);
      String slow = cluster.followers().get(0).id;
      cluster.stop(slow);
      CodeInjectionForTesting.put(LOG_WRITER, (node, other, args) -> holdUp(node, slow));
      cluster.restart(slow);
      RaftLog own = log(cluster.node(slow));
      long known = own.getNextIndex();
      openSessions(leader, 1);
      await(() -> own.getNextIndex() > known);

      // Many at once: it must fall behind faster than the leader forgets what it was sent.
      while (log(leader).getStartIndex() <= own.getNextIndex()) {
        openSessions(leader, 300);
      }
      LockSupport.parkNanos(WHILE_NANOS); // It is offered the snapshot.
      disk.countDown();

      openSessions(leader, 1);
      await(() -> cluster.node(slow).shard().readStale(state -> state.sessionCount() == sessions));
      assertThat(cluster.node(slow).fatal).isEmpty();
      assertThat(cluster.node(slow).notices).contains("restored");
    }
  }

  private boolean holdUp(Object node, String slow) {
    if (node.toString().equals(slow)) {
      try {
        disk.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return true;
  }

  private static RaftLog log(Node node) {
    return ((RatisLog) node.shard().log()).division().getRaftLog();
  }

  private void openSessions(Node node, int count) {
    List<RecordedAnswer> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RecordedAnswer answer = new RecordedAnswer();
      sessions++;
      node.shard().propose(new OpenSession(sessions, 30_000, "x".repeat(100)), answer);
      answers.add(answer);
    }
    for (RecordedAnswer answer : answers) {
      var unused = answer.outcome();
    }
  }
}
