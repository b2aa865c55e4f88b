package io.tenure.server.replication;

import static io.tenure.server.replication.EngineCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.Command.OpenSession;
import io.tenure.server.replication.EngineCluster.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A follower is so far behind that it gets a snapshot, and its log is still being written. */
class SnapshotOverBusyLogTest {
  private static final String LOG_WRITER = "SegmentedRaftLogWorker.runWorker";
  private static final long WHILE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  @TempDir Path directory;
  private final CountDownLatch disk = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    CodeInjectionForTesting.remove(LOG_WRITER);
    disk.countDown();
  }

  @Test
  void aSlowDiskDoesNotCostTheNode() throws Exception {
    ShardSettings settings = new ShardSettings(1_024, 1 << 12, 2, 20_000, 1 << 14, 1_000_000);
    try (EngineCluster cluster = new EngineCluster(directory, 3, settings, List.of("main"))) {
      Node leader = cluster.leader();
      open(leader, 1);
      String slow = cluster.followers().get(0).id;
      cluster.stop(slow);
      CodeInjectionForTesting.put(LOG_WRITER, (node, other, args) -> holdUp(node, slow));
      cluster.restart(slow);
      RaftLog own = log(cluster.node(slow));
      long known = own.getNextIndex();
      long nonce = 2;
      open(leader, nonce++);
      await(() -> own.getNextIndex() > known);

      while (log(leader).getStartIndex() <= own.getNextIndex()) {
        open(leader, nonce++);
      }
      LockSupport.parkNanos(WHILE_NANOS); // It is offered the snapshot.
      disk.countDown();

      open(leader, nonce);
      long all = nonce;
      await(() -> cluster.node(slow).shard().readStale(state -> state.sessionCount() == all));
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
    return node.shard().division().getRaftLog();
  }

  private static void open(Node node, long nonce) {
    var unused = node.apply(new OpenSession(nonce, 30_000, "x".repeat(100)));
  }
}
