package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.server.process.fixture.EventLog;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.Ledger;
import io.tenure.server.process.fixture.Load;
import io.tenure.server.process.fixture.Pending;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class LeaderKilledTest {
  private static final int KILLS = 2;

  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  @Test
  void nothingIsLostAndNothingGrantedTwiceWhenLeadersAreKilled() {
    cluster.start();
    Ledger ledger = new Ledger();
    try (FailoverClient client = new FailoverClient(cluster.addresses())) {
      // A key is held, others wait for it, and many more requests are in flight.
      KeptSession session = client.openSession(60_000);
      Pending holding = session.acquire("/held");
      long held = ledger.granted(holding, holding.answer());
      List<Pending> waiting = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Pending next = session.acquire("/held");
        next.awaitQueued();
        waiting.add(next);
      }
      Load load = Load.start(client, ledger, 6);

      for (int i = 0; i < KILLS; i++) {
        ServerProcess leader = cluster.leader();
        leader.kill();
        load.awaitProgress();
        cluster.start();
      }

      // Still held, still waiting; then each in the order in which they came.
      assertThat(waiting).allMatch(Pending::isOpen);
      for (Pending next : waiting) {
        ledger.releasing(held);
        ledger.released(held, session.release(held).answer());
        held = ledger.granted(next, next.answer());
      }
      load.stop();
    }
    ledger.requirePossible();
    for (ServerProcess node : cluster.nodes()) {
      ledger.requireAllIn(EventLog.of(cluster, node));
    }
  }
}
