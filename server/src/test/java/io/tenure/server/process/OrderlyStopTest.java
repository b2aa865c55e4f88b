package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class OrderlyStopTest {
  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  @Test
  void leaderThatIsAskedToEndHandsOverFirst() {
    ServerProcess leader = cluster.start();
    long term = cluster.shard(leader).getTerm();
    Ledger ledger = new Ledger();
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        Load load = Load.start(client, ledger, 4)) {

      leader.terminate();
      int code = leader.awaitExit();

      assertThat(code).isZero();
      assertThat(leader.log()).contains("handed leadership of shard main over to n");
      assertThat(cluster.shard(cluster.leader()).getTerm()).isGreaterThan(term);
      load.awaitProgress();
      load.stop();
    }
    cluster.start();
    ledger.requirePossible();
    ledger.requireAllIn(EventLog.of(cluster, leader));
  }
}
