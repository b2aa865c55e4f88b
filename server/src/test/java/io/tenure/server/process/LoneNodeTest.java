package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.Reply;
import io.tenure.server.process.fixture.DirectStream;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node without others. */
final class LoneNodeTest {
  /** Longer than any election timeout, far shorter than a session's term. */
  private static final long PAUSE_MILLIS = 1_500;

  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(1);

  @Test
  void pauseEndsNeitherItsLeadershipNorTheWaitOfThoseInLine() throws Exception {
    ServerProcess node = cluster.start();
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        DirectStream direct = new DirectStream(node, true)) {
      KeptSession session = client.openSession(60_000);
      long held = KeptSession.granted(session.acquire("/pause").answer()).getToken();
      long waits = direct.send(session.acquiring(session.nextNumber(), "/pause", -1));
      assertThat(direct.isQueued(waits)).isTrue();
      final long term = cluster.shard(node).getTerm();

      node.freeze();
      Thread.sleep(PAUSE_MILLIS);
      node.thaw();
      session.release(held).answer();

      Reply reply = direct.exchange(waits).reply();
      assertThat(reply.getAcquire().getGranted().getToken()).as("" + reply).isGreaterThan(held);
      assertThat(cluster.shard(node).getTerm()).isEqualTo(term);
    }
  }
}
