package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.server.process.fixture.EventLog;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.Ledger;
import io.tenure.server.process.fixture.Load;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("full")
final class OrderlyStopTest {
  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  @Test
  void leaderThatIsAskedToEndHandsOverFirst() {
    cluster.start();
    Ledger ledger = new Ledger();
    ServerProcess leader;
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        Load load = Load.start(client, ledger, 4)) {
      leader = cluster.leader();
      long term = cluster.shard(leader).getTerm();

      leader.terminate();
      int code = leader.awaitExit();

      assertThat(code).isZero();
      assertThat(leader.log()).contains("transferred leadership of shard main to n");
      assertThat(cluster.shard(cluster.leader()).getTerm()).isGreaterThan(term);
      load.awaitProgress();
      load.stop();
    }
    cluster.start();
    ledger.requirePossible();
    ledger.requireAllIn(EventLog.of(cluster, leader));
  }
}
