package io.tenure.server.process;

import io.tenure.server.process.fixture.EventLog;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.Ledger;
import io.tenure.server.process.fixture.Load;
import io.tenure.server.process.fixture.Pending;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class AllNodesKilledTest {
  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  @Test
  void whatWasAcknowledgedIsThereAfterAllNodesWereKilledAtOnce() {
    cluster.start();
    Ledger ledger = new Ledger();
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        Load load = Load.start(client, ledger, 8)) {
      KeptSession session = client.openSession(60_000);
      Pending holding = session.acquire("/held");
      long held = ledger.granted(holding, holding.answer());
      Pending waiting = session.acquire("/held");
      waiting.awaitQueued();
      load.awaitProgress();

      cluster.killAll();
      cluster.start();

      load.awaitProgress();
      ledger.releasing(held);
      ledger.released(held, session.release(held).answer());
      ledger.granted(waiting, waiting.answer());
      load.stop();
    }
    ledger.requirePossible();
    for (ServerProcess node : cluster.nodes()) {
      ledger.requireAllIn(EventLog.of(cluster, node));
    }
  }
}
