package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.HoldView;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.WaiterView;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.Pending;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("full")
final class LaggingNodeTest {
  private static final int HOLDS = 400;
  private static final ByteString VALUE = ByteString.copyFrom(new byte[4_096]);

  /** So that a few hundred holds are several snapshots and several files of the log. */
  @RegisterExtension
  final ProcessCluster cluster =
      new ProcessCluster(3, "snapshot-log-bytes=256KiB", "batch-bytes=64KiB");

  @Test
  void nodeThatLaggedBehindTheLogIsGivenASnapshotAndCanLead() {
    cluster.start();
    ServerProcess lagging = cluster.follower();
    try (FailoverClient client = new FailoverClient(cluster.addresses())) {
      KeptSession session = client.openSession(60_000);
      long first = KeptSession.granted(session.acquire("/first").answer()).getToken();
      cluster.awaitCaughtUp(lagging);
      long reached = cluster.shard(lagging).getLastIndex();
      lagging.kill();
      hold(client, session);
      Pending waiting = session.acquire("/first");
      waiting.awaitQueued();
      ServerProcess leader = cluster.leader();
      Await.until("the log before is gone", () -> firstIndex(leader) > reached + 1);

      cluster.start();
      cluster.awaitCaughtUp(lagging);

      assertThat(cluster.shard(lagging).getSnapshotIndex()).isGreaterThan(reached);
      List<KeyView> before = list(cluster.leader());
      cluster.transferLeadership(lagging);
      assertThat(list(lagging)).isEqualTo(before).hasSize(HOLDS + 1);
      assertThat(session.release(first).answer().getRelease().hasReleased()).isTrue();
      assertThat(KeptSession.granted(waiting.answer()).getToken()).isGreaterThan(highest(before));
    }
  }

  private static void hold(FailoverClient client, KeptSession session) {
    List<Pending> asked = new ArrayList<>();
    for (int i = 0; i < HOLDS; i++) {
      Request.Builder request = session.acquiring(session.nextNumber(), "/many/" + i, 0);
      request.getAcquireBuilder().setValue(VALUE);
      asked.add(client.send(request));
    }
    asked.forEach(each -> KeptSession.granted(each.answer()));
  }

  /** Where the node's log begins. */
  static long firstIndex(ServerProcess node) {
    return ProcessCluster.engineFiles(node.data(), "log_").stream()
        .map(file -> file.getFileName().toString().replace("log_inprogress_", "log_"))
        .mapToLong(name -> Long.parseLong(name.substring("log_".length()).split("-")[0]))
        .min()
        .orElse(0);
  }

  private List<KeyView> list(ServerProcess node) {
    List<KeyView> keys = new ArrayList<>();
    ListReply page = ListReply.getDefaultInstance();
    do {
      ListRequest.Builder request = ListRequest.newBuilder().setPageSize(1_000);
      page = cluster.calls(node).list(request.setPageToken(page.getNextPageToken()).build());
      page.getKeysList().forEach(key -> keys.add(withoutTime(key)));
    } while (!page.getNextPageToken().isEmpty());
    return keys;
  }

  /** What only a leader knows, and what runs on. */
  private static KeyView withoutTime(KeyView key) {
    KeyView.Builder timeless = key.toBuilder();
    timeless.getHoldsBuilderList().forEach(HoldView.Builder::clearRemainingMs);
    timeless.getWaitersBuilderList().forEach(WaiterView.Builder::clearWaitingMs);
    return timeless.build();
  }

  private static long highest(List<KeyView> keys) {
    return keys.stream()
        .flatMap(key -> key.getHoldsList().stream())
        .mapToLong(HoldView::getToken)
        .max()
        .orElseThrow();
  }
}
