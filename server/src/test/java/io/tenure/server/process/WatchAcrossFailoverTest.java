package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.harness.Await;
import io.tenure.server.process.fixture.EventLog;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.Ledger;
import io.tenure.server.process.fixture.Load;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ResumingWatch;
import io.tenure.server.process.fixture.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("full")
final class WatchAcrossFailoverTest {
  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  @Test
  void watchGoesOnWithoutGapOrRepeatWhenTheLeaderIsKilled() {
    ServerProcess leader = cluster.start();
    ServerProcess follower = cluster.others(leader).get(0);
    ServerProcess other = cluster.others(leader).get(1);
    Ledger ledger = new Ledger();
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        ResumingWatch broken =
            new ResumingWatch(leader.address(), follower.address(), other.address());
        ResumingWatch unbroken = new ResumingWatch(follower.address());
        Load load = Load.start(client, ledger, 4)) {
      Await.until("both see events", () -> isAt(broken, 1) && isAt(unbroken, 1));

      leader.kill();
      load.awaitProgress();
      load.stop();

      EventLog log = EventLog.of(cluster, other);
      Await.until(
          "both have all", () -> isAt(broken, log.revision()) && isAt(unbroken, log.revision()));
      assertThat(broken.events()).isEqualTo(log.events());
      assertThat(broken.resumptions()).isPositive();
      assertThat(unbroken.events()).isEqualTo(log.events());
      assertThat(unbroken.resumptions()).isZero();
      ledger.requireAllIn(log);
    }
  }

  private static boolean isAt(ResumingWatch watch, long revision) {
    return watch.events().size() >= revision;
  }
}
