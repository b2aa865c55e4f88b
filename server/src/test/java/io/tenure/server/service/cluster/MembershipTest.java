package io.tenure.server.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.tenure.harness.Await;
import io.tenure.harness.Folders;
import io.tenure.protocol.v1.AddMemberRequest;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Member;
import io.tenure.protocol.v1.MembersReply;
import io.tenure.protocol.v1.RemoveMemberRequest;
import io.tenure.protocol.v1.TransferLeadershipRequest;
import io.tenure.server.config.StartRefusedException;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestCluster;
import io.tenure.server.service.fixture.TestNode;
import io.tenure.server.service.fixture.TestSession;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes go, come, and are replaced. */
final class MembershipTest {
  @TempDir Path folder;
  private TestCluster cluster;

  @BeforeEach
  void start() {
    cluster = TestCluster.three(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static MembersReply remove(TestNode asked, String node) {
    return asked.admin().removeMember(RemoveMemberRequest.newBuilder().setNode(node).build());
  }

  private static MembersReply add(TestNode asked, TestNode newcomer) {
    return asked
        .admin()
        .addMember(AddMemberRequest.newBuilder().setMember(newcomer.asMember()).build());
  }

  private static GetReply staleGet(TestNode node, String key) {
    return node.calls().get(GetRequest.newBuilder().setKey(key).setStaleOk(true).build());
  }

  @Test
  void wipedNodeIsRefusedUnderItsOldIdAndReplacedByANewOne() throws Exception {
    TestNode wiped = cluster.follower();
    TestSession session = TestSession.open(TestClient.of(cluster.leader()));
    long token = session.hold("/replaced");
    wiped.stop();
    Folders.delete(wiped.data());

    StartRefusedException refused =
        catchThrowableOfType(StartRefusedException.class, () -> cluster.start(wiped));

    assertThat(refused)
        .hasMessageContaining(wiped.id() + " has an empty data directory")
        .hasMessageContaining("must not return under its old id")
        .hasMessageContaining("`tenure member remove " + wiped.id() + "`")
        .hasMessageContaining("`tenure member add`");

    TestNode leader = cluster.leader();
    assertThat(remove(leader, wiped.id()).getMembersList())
        .extracting(Member::getNode)
        .hasSize(2)
        .doesNotContain(wiped.id());
    cluster.exclude(wiped);
    TestNode fresh = cluster.newcomer("n4");
    cluster.start(fresh);
    assertThat(add(leader, fresh).getMembersList()).contains(fresh.asMember()).hasSize(3);
    cluster.include(fresh);

    Await.until("it has caught up", () -> staleGet(fresh, "/replaced").getRevision() >= token);
    assertThat(staleGet(fresh, "/replaced").getView().getHolds(0).getToken()).isEqualTo(token);
    // Its vote counts: with it, the service outlives another node.
    leader.stop();
    TestSession after = session.on(TestClient.of(fresh));
    assertThat(after.release(token).hasReleased()).isTrue();
  }

  @Test
  void leaderCanBeRemovedThroughAnyNode() {
    TestNode leader = cluster.leader();
    TestNode follower = cluster.follower();
    TestSession session = TestSession.open(TestClient.of(follower));
    long token = session.hold("/leader-removed");

    MembersReply reply = remove(follower, leader.id());

    assertThat(reply.getMembersList())
        .extracting(Member::getNode)
        .hasSize(2)
        .doesNotContain(leader.id());
    cluster.exclude(leader);
    assertThat(cluster.leader()).isNotSameAs(leader);
    assertThat(session.on(TestClient.of(follower)).release(token).hasReleased()).isTrue();
  }

  @Test
  void leadershipIsTransferredToTheNodeThatIsNamed() {
    TestNode next = cluster.followers().get(1);
    TestSession session = TestSession.open(TestClient.of(next));
    long token = session.hold("/transferred");

    Await.until(
        next + " leads", () -> cluster.leader() == next || isTransferred(cluster.follower(), next));

    assertThat(session.release(token).hasReleased()).isTrue();
  }

  private boolean isTransferred(TestNode asked, TestNode next) {
    TransferLeadershipRequest request =
        TransferLeadershipRequest.newBuilder().setNode(next.id()).build();
    Optional<String> leader = TestCluster.transferLeadership(asked, request);
    leader.ifPresent(id -> assertThat(id).isEqualTo(next.id()));
    return cluster.leader() == next;
  }

  @Test
  void leadershipIsNotOfferedToANodeThatDoesNotAnswer() {
    TestNode leader = cluster.leader();
    TestNode stopped = cluster.follower();
    TestSession session = TestSession.open(TestClient.of(leader));
    stopped.stop();

    CallFailure refused =
        CallFailure.of(
            () ->
                leader
                    .admin()
                    .transferLeadership(
                        TransferLeadershipRequest.newBuilder().setNode(stopped.id()).build()));

    assertThat(refused.reason()).isEqualTo("CLUSTER_STATE");
    assertThat(refused.message()).contains(stopped.id() + " has not answered for ");
    long token = session.hold("/not-transferred");
    assertThat(session.release(token).hasReleased()).isTrue();
    // To somebody else it goes nevertheless.
    Await.until("another node leads", () -> isTransferredFrom(cluster.leader(), stopped));
  }

  private static boolean isTransferredFrom(TestNode leader, TestNode stopped) {
    Optional<String> next =
        TestCluster.transferLeadership(leader, TransferLeadershipRequest.getDefaultInstance());
    next.ifPresent(id -> assertThat(id).isNotEqualTo(leader.id()).isNotEqualTo(stopped.id()));
    return next.isPresent();
  }

  @Test
  void changesThatMakeNoSenseAreRefusedOrChangeNothing() {
    TestNode leader = cluster.leader();
    TestNode follower = cluster.follower();
    Member moved = follower.asMember().toBuilder().setAddress("127.0.0.1:1").build();

    CallFailure elsewhere =
        CallFailure.of(
            () -> leader.admin().addMember(AddMemberRequest.newBuilder().setMember(moved).build()));
    CallFailure nameless =
        CallFailure.of(() -> leader.admin().addMember(AddMemberRequest.getDefaultInstance()));
    Member nowhere = moved.toBuilder().setNode("n8").setRaftAddress("127.0.0.1:70000").build();
    CallFailure unreachable =
        CallFailure.of(
            () ->
                leader.admin().addMember(AddMemberRequest.newBuilder().setMember(nowhere).build()));
    Member twin = follower.asMember().toBuilder().setNode("n7").build();
    CallFailure elsewhereKnown =
        CallFailure.of(
            () -> leader.admin().addMember(AddMemberRequest.newBuilder().setMember(twin).build()));
    CallFailure stranger =
        CallFailure.of(
            () ->
                leader
                    .admin()
                    .transferLeadership(
                        TransferLeadershipRequest.newBuilder().setNode("n9").build()));

    assertThat(elsewhere.reason()).isEqualTo("CLUSTER_STATE");
    assertThat(elsewhere.message()).contains("is already a member");
    assertThat(nameless.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(unreachable.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(unreachable.message()).contains("127.0.0.1:70000");
    assertThat(elsewhereKnown.reason()).isEqualTo("CLUSTER_STATE");
    assertThat(elsewhereKnown.message())
        .contains("n7 has the same address as the member " + follower.id());
    assertThat(stranger.reason()).isEqualTo("CLUSTER_STATE");
    assertThat(add(leader, follower).getMembersCount()).isEqualTo(3);
    assertThat(remove(leader, "n9").getMembersCount()).isEqualTo(3);
  }
}
