package io.tenure.server.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Outcome;
import io.tenure.server.raft.ratis.EngineCluster.Node;
import io.tenure.server.raft.ratis.wire.OpenWires;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A follower has what it was sent, and its connection is cut before it can say so. */
@Tag("full")
class LostReplyTest {
  private static final String APPENDED = "RaftServerImpl.appendEntries.logComplete";
  private static final int TIMES = 8;

  @TempDir Path directory;
  private final AtomicBoolean armed = new AtomicBoolean();

  @AfterEach
  void disarm() {
    CodeInjectionForTesting.remove(APPENDED);
  }

  @Test
  void theLeaderFindsOutWithoutAnotherEntry() throws Exception {
    try (EngineCluster cluster =
        new EngineCluster(
            directory, 3, EngineCluster.SETTINGS, List.of("main"), EngineCluster.STEADY)) {
      Node leader = cluster.leader();
      String follower = cluster.followers().get(0).id;
      cluster.stop(cluster.followers().get(1).id); // Nobody else can say so.
      CodeInjectionForTesting.put(APPENDED, (node, other, args) -> cut(node, follower));

      for (int i = 1; i <= TIMES; i++) {
        armed.set(true);
        assertThat(leader.apply(new OpenSession(i, 30_000, "test")))
            .isInstanceOf(Outcome.SessionOpened.class);
      }
    }
  }

  /** On the thread that reads what the leader sends. */
  private boolean cut(Object node, String follower) {
    if (node.toString().equals(follower) && armed.compareAndSet(true, false)) {
      OpenWires.cutAccepted();
    }
    return true;
  }
}
