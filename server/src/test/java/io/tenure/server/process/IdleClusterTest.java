package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.ShardStatus;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class IdleClusterTest {
  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  @Test
  void logDoesNotGrowWhileNothingHappensButKeepAlives() {
    ServerProcess leader = cluster.start();
    try (FailoverClient client = new FailoverClient(cluster.addresses())) {
      KeptSession session = client.openSession(2_000);
      KeptSession.granted(session.acquire("/held").answer());
      cluster.nodes().forEach(cluster::awaitCaughtUp);
      Iterator<WatchReply> watch =
          cluster.calls(leader).watch(WatchRequest.newBuilder().setKey("/other").build());
      assertThat(watch.next().hasStarted()).isTrue();
      List<ShardStatus> before = statuses();

      // Comes every few seconds: longer than the session would live without keep-alives.
      WatchReply notice = watch.next();

      assertThat(notice.hasProgress()).as("progress: " + notice).isTrue();
      assertThat(statuses()).isEqualTo(before);
      assertThat(session.isLost()).isFalse();
    }
  }

  /** Of every node: term, indexes, revision, and what is held. */
  private List<ShardStatus> statuses() {
    return cluster.nodes().stream().map(cluster::shard).toList();
  }
}
