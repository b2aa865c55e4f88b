package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.harness.Await;
import io.tenure.protocol.v1.ShardStatus;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("full")
final class IdleClusterTest {
  private static final long TTL_MILLIS = 3_000;

  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  @Test
  void logDoesNotGrowWhileNothingHappensButKeepAlives() {
    ServerProcess leader = cluster.start();
    try (FailoverClient client = new FailoverClient(cluster.addresses())) {
      KeptSession session = client.openSession(TTL_MILLIS);
      KeptSession.granted(session.acquire("/held").answer());
      Iterator<WatchReply> watch =
          cluster.calls(leader).watch(WatchRequest.newBuilder().setKey("/other").build());
      assertThat(watch.next().hasStarted()).isTrue();

      Await.until("nothing is logged for a while", () -> isUnchangedFor(watch));

      assertThat(session.isLost()).isFalse();
    }
  }

  /**
   * For longer than a session lives without keep-alives. False if there was an election, or if the
   * members have agreed on the limits of the state, which they do once all of them have started.
   */
  private boolean isUnchangedFor(Iterator<WatchReply> watch) {
    cluster.nodes().forEach(cluster::awaitCaughtUp);
    List<ShardStatus> before = statuses();
    long since = System.nanoTime();
    while (System.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(TTL_MILLIS)) {
      WatchReply notice = watch.next();
      assertThat(notice.hasProgress()).as("progress: " + notice).isTrue();
    }
    return statuses().equals(before);
  }

  /** Of every node: term, indexes, revision, and what is held. */
  private List<ShardStatus> statuses() {
    var unused = cluster.leader(); // When all agree.
    return cluster.nodes().stream().map(cluster::shard).toList();
  }
}
