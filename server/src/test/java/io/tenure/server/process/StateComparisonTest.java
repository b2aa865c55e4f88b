package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.CompareStateReply;
import io.tenure.protocol.v1.CompareStateReply.Result;
import io.tenure.protocol.v1.CompareStateRequest;
import io.tenure.protocol.v1.ReplicaChecksum;
import io.tenure.protocol.v1.Request;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.Ledger;
import io.tenure.server.process.fixture.Load;
import io.tenure.server.process.fixture.Pending;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import io.tenure.server.process.fixture.SnapshotFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Replicas compare their states; one of them is really different, on its disk. */
@Tag("full")
final class StateComparisonTest {
  private static final String RIGHT = "value-right";
  private static final String WRONG = "value-wrong";
  private static final int HOLDS = 400;
  private static final int SNAPSHOT_ENTRIES = 10;

  @RegisterExtension
  final ProcessCluster cluster = new ProcessCluster(3, "snapshot-entries=" + SNAPSHOT_ENTRIES);

  @RegisterExtension
  final ProcessCluster pair = new ProcessCluster(2, "snapshot-entries=" + SNAPSHOT_ENTRIES);

  @RegisterExtension
  final ProcessCluster busy =
      new ProcessCluster(3, "snapshot-log-bytes=256KiB", "batch-bytes=64KiB", "compare-every=1s");

  private static CompareStateReply compare(ProcessCluster nodes, ServerProcess asked) {
    return nodes.admin(asked).compareState(CompareStateRequest.getDefaultInstance());
  }

  /** Where leaders may change, and the leader may be the node that stops. */
  private static Optional<CompareStateReply> tryToCompare(
      ProcessCluster nodes, ServerProcess asked) {
    try {
      return Optional.of(compare(nodes, asked));
    } catch (StatusRuntimeException e) {
      return Optional.empty();
    }
  }

  private static void hold(KeptSession session, String key, String value, FailoverClient client) {
    Request.Builder request = session.acquiring(session.nextNumber(), key, 0);
    request.getAcquireBuilder().setValue(ByteString.copyFromUtf8(value));
    KeptSession.granted(client.send(request).answer());
  }

  /** Changes a value in the state of a node while the node is down. */
  private static void damage(ProcessCluster nodes, ServerProcess node, FailoverClient client)
      throws IOException {
    KeptSession session = client.openSession(60_000);
    hold(session, "/damaged", RIGHT, client);
    nodes.awaitCaughtUp(node);
    long index = nodes.shard(node).getAppliedIndex();
    Await.until(
        "there is a snapshot with the value",
        () -> {
          long token = KeptSession.granted(session.acquire("/fill").answer()).getToken();
          assertThat(session.release(token).answer().getRelease().hasReleased()).isTrue();
          return nodes.shard(node).getSnapshotIndex() >= index;
        });
    node.kill();
    SnapshotFile.replace(node.data(), RIGHT, WRONG);
    nodes.start(node);
    nodes.awaitCaughtUp(node);
  }

  private static void requireStopped(ServerProcess damaged) {
    assertThat(damaged.awaitExit()).isEqualTo(1);
    assertThat(damaged.log())
        .containsPattern(
            "the node stopped: state of shard main at log index \\d+ differs from the other nodes"
                + " \\(checksum here [0-9a-f]{16}, on n\\d and n\\d [0-9a-f]{16}\\):"
                + " this replica is damaged; remove this node's data and add it again as a new"
                + " member \\(docs/operations.md\\)");
  }

  private void requireOthersCarryOn(ServerProcess damaged, FailoverClient client) {
    hold(client.openSession(60_000), "/after", "v", client);
    for (ServerProcess other : cluster.others(damaged)) {
      assertThat(other.isAlive()).isTrue();
      Await.until(
          other.id() + " has logged the difference",
          () -> other.log().contains("differs between the nodes"));
      assertThat(other.log()).contains("the majority is right");
    }
  }

  @Test
  void followerWhoseStateDiffersStopsAndTheOthersCarryOn() throws IOException {
    cluster.start();
    ServerProcess damaged = cluster.follower();
    try (FailoverClient client = new FailoverClient(cluster.addresses())) {
      damage(cluster, damaged, client);
      assertThat(damaged.isAlive()).isTrue();

      CompareStateReply reply = compare(cluster, cluster.leader());

      assertThat(reply.getResult()).isEqualTo(Result.DIFFERS);
      assertThat(reply.getReplicasList())
          .extracting(ReplicaChecksum::getNode)
          .containsExactly("n1", "n2", "n3");
      assertThat(reply.getReplicasList().stream().map(ReplicaChecksum::getChecksum).distinct())
          .hasSize(2);
      requireStopped(damaged);
      requireOthersCarryOn(damaged, client);
    }
  }

  @Test
  void leaderWhoseStateDiffersStopsAndTheOthersCarryOn() throws IOException {
    cluster.start();
    ServerProcess damaged = cluster.follower();
    try (FailoverClient client = new FailoverClient(cluster.addresses())) {
      damage(cluster, damaged, client);
      makeLeader(damaged);

      tryToCompare(cluster, damaged)
          .ifPresent(reply -> assertThat(reply.getResult()).isEqualTo(Result.DIFFERS));

      requireStopped(damaged);
      requireOthersCarryOn(damaged, client);
    }
  }

  /** By a restart of whoever leads, if it does not take over when it is asked to. */
  private void makeLeader(ServerProcess node) {
    Await.until(
        node.id() + " leads",
        () -> {
          ServerProcess leader = cluster.leader();
          if (leader == node || cluster.isTransferred(node)) {
            return true;
          }
          leader.kill();
          cluster.start(leader);
          return cluster.leader() == node;
        });
  }

  @Test
  void ofTwoNodesThatDifferNeitherStops() throws IOException {
    pair.start();
    try (FailoverClient client = new FailoverClient(pair.addresses())) {
      damage(pair, pair.follower(), client);

      CompareStateReply reply = compare(pair, pair.leader());

      assertThat(reply.getResult()).isEqualTo(Result.DIFFERS);
      for (ServerProcess node : pair.nodes()) {
        Await.until(
            node.id() + " has logged the difference",
            () -> node.log().contains("no majority agrees"));
      }
      hold(client.openSession(60_000), "/after", "v", client);
      assertThat(pair.nodes()).allMatch(ServerProcess::isAlive);
    }
  }

  @Test
  void soundReplicasAreEqualUnderLoadAndAfterRestartsAndASnapshotInstall() {
    busy.start();
    ServerProcess lagging = busy.follower();
    try (FailoverClient client = new FailoverClient(busy.addresses());
        Load load = Load.start(client, new Ledger(), 3)) {
      requireEqual();
      long reached = busy.shard(lagging).getLastIndex();
      lagging.kill();
      holdMany(client);
      ServerProcess leader = busy.leader();
      Await.until("the log before is gone", () -> LaggingNodeTest.firstIndex(leader) > reached + 1);
      busy.start();
      busy.awaitCaughtUp(lagging);
      assertThat(busy.shard(lagging).getSnapshotIndex()).isGreaterThan(reached);
      requireEqual();
      load.awaitProgress();
      busy.killAll();
      busy.start();
      busy.nodes().forEach(busy::awaitCaughtUp);
      load.awaitProgress();
      requireEqual();
      load.stop();
    }
    assertThat(busy.nodes()).allMatch(ServerProcess::isAlive);
    assertThat(busy.nodes()).noneMatch(node -> node.log().contains("differs"));
  }

  /** With an answer of every node. */
  private void requireEqual() {
    List<CompareStateReply> replies = new ArrayList<>();
    Await.until(
        "all nodes have compared their states",
        () -> {
          Optional<CompareStateReply> reply = tryToCompare(busy, busy.leader());
          reply.ifPresent(found -> assertThat(found.getResult()).isNotEqualTo(Result.DIFFERS));
          reply.filter(found -> found.getResult() == Result.EQUAL).ifPresent(replies::add);
          return !replies.isEmpty();
        });
    assertThat(replies.get(0).getReplicasList()).hasSize(3).allMatch(ReplicaChecksum::hasChecksum);
  }

  private static void holdMany(FailoverClient client) {
    KeptSession session = client.openSession(60_000);
    ByteString value = ByteString.copyFrom(new byte[4_096]);
    List<Pending> asked = new ArrayList<>();
    for (int i = 0; i < HOLDS; i++) {
      Request.Builder request = session.acquiring(session.nextNumber(), "/many/" + i, 0);
      request.getAcquireBuilder().setValue(value);
      asked.add(client.send(request));
    }
    asked.forEach(each -> KeptSession.granted(each.answer()));
  }
}
