package io.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class TestClusterTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start();
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @Test
  void holdSurvivesTheLeaderAndTheNextTokenIsGreater() throws Exception {
    Tenure tenure = cluster.connect(client -> client.ttl(Duration.ofSeconds(10)));
    Hold hold = tenure.lock("/a").acquire();

    String killed = cluster.killLeader();
    boolean ran = cluster.isRunning(killed);
    String leader = cluster.leader();

    assertThat(ran).isFalse();
    assertThat(leader).isNotEqualTo(killed).isIn(cluster.nodes());
    assertThat(hold.isValid()).isTrue();
    assertThat(cluster.connect().lock("/a").tryAcquire()).isEmpty();
    hold.release();
    assertThat(tenure.lock("/a").acquire().token()).isGreaterThan(hold.token());
    cluster.restart(killed);
    assertThat(cluster.isRunning(killed)).isTrue();
    assertThat(cluster.leader()).isIn(cluster.nodes());
  }

  @Test
  void minorityHasNoLeader() {
    cluster.kill("n1");
    cluster.kill("n3");

    assertThatIllegalStateException()
        .isThrownBy(cluster::killLeader)
        .withMessage("running: 1 of 3 nodes (expected: 2 or more)");

    cluster.restart("n3");
    assertThat(cluster.leader()).isIn("n2", "n3");
    cluster.restart("n1");
    assertThat(cluster.leader()).isIn(cluster.nodes());
  }

  @Test
  void nodesAreNamedAndListedInOrder() {
    assertThat(cluster.nodes()).containsExactly("n1", "n2", "n3");
    assertThat(cluster.endpoints()).hasSize(3).allMatch(text -> text.startsWith("127.0.0.1:"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cluster.kill("n4"))
        .withMessage("node: n4 (expected: one of [n1, n2, n3])");
  }

  @Test
  void sizeHasBounds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TestCluster.start(0))
        .withMessage("nodes: 0 (expected: 1 to 9)");
  }
}
