package io.tenure.server.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tenure.harness.Await;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.HoldView;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.ShardStatus;
import io.tenure.server.config.StartRefusedException;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestCluster;
import io.tenure.server.service.fixture.TestNode;
import io.tenure.server.service.fixture.TestSession;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("full")
final class RestartTest {
  @TempDir Path folder;

  /** With few entries between snapshots it comes back from one, else from its log alone. */
  @ParameterizedTest
  @ValueSource(strings = {"10", "1000000"})
  void everythingIsThereAfterARestart(String snapshotEntries) throws Exception {
    try (TestCluster cluster =
        TestCluster.start(folder, 1, Map.of("snapshot-entries", snapshotEntries))) {
      TestNode node = cluster.node();
      TestClient before = TestClient.of(node);
      TestSession one =
          TestSession.open(before, Ask.session(60_000).setNonce(9).setClientName("me"));
      TestSession two = TestSession.open(before);
      AcquireRequest.Builder ended = one.wish("/ended");
      one.release(one.hold(ended));
      for (int i = 0; i < 30; i++) {
        one.release(one.hold("/fill"));
      }
      AcquireRequest.Builder held = one.wish("/held").setOwner("o").setValue(Ask.text("v"));
      long token = one.hold(held);
      AcquireRequest.Builder waiting = two.wish("/held").setWaitMs(Ask.FOR_EVER);
      long arrival = two.acquire(waiting).getQueued().getArrival();
      ShardStatus statusBefore = node.status(0);

      node.stop();
      cluster.startAll();

      ShardStatus status = node.status(0);
      assertThat(status.getSnapshotIndex() > 0).isEqualTo(snapshotEntries.equals("10"));
      assertThat(status.getRevision()).isEqualTo(statusBefore.getRevision());
      assertThat(status.getSessions()).isEqualTo(2);
      assertThat(status.getHolds()).isEqualTo(1);
      assertThat(status.getWaiting()).isEqualTo(1);
      TestClient after = TestClient.of(node);
      KeyView view = after.call(Ask.get("/held")).getGet().getView();
      HoldView hold = view.getHolds(0);
      assertThat(hold.getToken()).isEqualTo(token);
      assertThat(hold.getOwner()).isEqualTo("o");
      assertThat(hold.getClientName()).isEqualTo("me");
      assertThat(hold.getValue()).isEqualTo(Ask.text("v"));
      assertThat(view.getWaiters(0).getArrival()).isEqualTo(arrival);
      // The same numbers get the same answers, and the same nonce the same session.
      assertThat(TestSession.open(after, Ask.session(60_000).setNonce(9)).id()).isEqualTo(one.id());
      assertThat(one.on(after).hold(held)).isEqualTo(token);
      Refusal refusal = one.on(after).acquire(ended).getRefusal();
      assertThat(refusal.getEndCause()).isEqualTo(EndCause.BY_RELEASE);
      long correlation = two.on(after).queue(waiting);
      one.on(after).release(token);
      assertThat(two.on(after).granted(correlation)).isGreaterThan(statusBefore.getRevision());
    }
  }

  @Test
  void clusterThatWasStoppedAsAWholeGoesOn() {
    try (TestCluster cluster = TestCluster.three(folder)) {
      TestSession session = TestSession.open(TestClient.of(cluster.node()));
      long token = session.hold("/whole");

      cluster.close();
      cluster.startAll();

      TestSession after = session.on(TestClient.of(cluster.node()));
      assertThat(after.release(token).hasReleased()).isTrue();
      assertThat(after.hold("/whole")).isGreaterThan(token);
    }
  }

  @Test
  void followerThatWasAwayCatchesUpAndWritesSnapshotsAgain() throws Exception {
    Map<String, String> settings = new HashMap<>(TestCluster.STEADY);
    settings.put("snapshot-entries", "10");
    try (TestCluster cluster = TestCluster.start(folder, 3, settings)) {
      TestNode away = cluster.follower();
      away.stop();
      TestSession session = TestSession.open(TestClient.of(cluster.leader()));
      for (int i = 0; i < 100; i++) {
        session.release(session.hold("/away"));
      }
      long token = session.hold("/away");

      cluster.start(away);

      Await.until("it has caught up", () -> away.status(0).getRevision() >= token);
      assertThat(away.status(0).getHolds()).isEqualTo(1);
      Await.until("it has written a snapshot", () -> away.status(0).getSnapshotIndex() > 0);
    }
  }

  @Test
  void dataDirectoryIsForOneNodeAtATime() {
    try (TestCluster cluster = TestCluster.single(folder)) {
      TestNode second = new TestNode("n1", cluster.node().data());

      StartRefusedException refused =
          catchThrowableOfType(StartRefusedException.class, () -> second.start(Map.of()));

      assertThat(refused).hasMessageContaining(cluster.node().data().toString());
      assertThat(cluster.node().calls().openSession(Ask.session(0).build()).getSession())
          .isPositive();
    }
  }

  @Test
  void dataDirectoryOfAnotherNodeIsRefused() {
    try (TestCluster cluster = TestCluster.single(folder)) {
      Path data = cluster.node().data();
      cluster.node().stop();
      TestNode other = new TestNode("n2", data);

      StartRefusedException refused =
          catchThrowableOfType(StartRefusedException.class, () -> other.start(Map.of()));

      assertThat(refused).hasMessageContaining("n1").hasMessageContaining("n2");
    }
  }
}
