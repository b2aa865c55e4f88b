package io.tenure.faults.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.cluster.ClusterSetup;
import io.tenure.faults.cluster.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a leader grants while both of its followers stand still, so that nothing is committed. */
@Tag("full")
final class LonelyLeaderTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int TRIES = 3;

  @TempDir private Path folder;

  @Test
  void nothing() throws Exception {
    try (Cluster cluster = Cluster.start(SmallNodes.in(folder))) {
      for (int i = 0; i < TRIES; i++) {
        assertThat(isGranted(cluster, "/key/" + i)).isFalse();
      }
    }
  }

  @Test
  void everythingIfItAcknowledgesBeforeItCommits() throws Exception {
    ClusterSetup setup = SmallNodes.in(folder);
    Optional<Path> agent = SmallNodes.agent();
    assumeTrue(agent.isPresent(), "the agent is missing: mvn -pl faults/agent -am package");
    setup.agent(agent.get(), "ack-before-commit");

    try (Cluster cluster = Cluster.start(setup)) {
      long begunNanos = System.nanoTime();
      // Another one may lead by the time that everybody else stands still.
      for (int i = 0; !isGranted(cluster, "/key/" + i); i++) {
        assertThat(System.nanoTime() - begunNanos).as("try " + i).isLessThan(LIMIT.toNanos());
      }
    }
  }

  private static boolean isGranted(Cluster cluster, String key) throws Exception {
    assertThat(cluster.awaitWhole(LIMIT)).as(() -> cluster.logTail()).isEmpty();
    Node leader = cluster.leader(0);
    List<Node> others = cluster.nodes().stream().filter(node -> node != leader).toList();
    try (Tenure tenure = Tenure.builder().endpoints(leader.address()).timeout(LIMIT).connect()) {
      tenure.lock(key + "/before").acquire().close();
      for (Node other : others) {
        other.pause();
      }
      CompletableFuture<Hold> asked = tenure.lock(key).acquireAsync();
      try {
        asked.get(1, TimeUnit.SECONDS);
        return true;
      } catch (TimeoutException unanswered) {
        return false;
      } finally {
        for (Node other : others) {
          other.resume();
        }
      }
    }
  }
}
