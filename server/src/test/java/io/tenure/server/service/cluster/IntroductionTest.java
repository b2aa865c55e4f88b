package io.tenure.server.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tenure.harness.Await;
import io.tenure.harness.Folders;
import io.tenure.protocol.v1.AddMemberRequest;
import io.tenure.protocol.v1.AnnounceRequest;
import io.tenure.protocol.v1.ForgetMemberReply;
import io.tenure.protocol.v1.ForgetMemberRequest;
import io.tenure.protocol.v1.IntroduceReply;
import io.tenure.protocol.v1.IntroduceRequest;
import io.tenure.protocol.v1.Member;
import io.tenure.protocol.v1.MembersReply;
import io.tenure.protocol.v1.PeersGrpc;
import io.tenure.protocol.v1.PositionRequest;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.TestCluster;
import io.tenure.server.service.fixture.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only expected nodes are recorded, and only on the node port. */
@Tag("full")
final class IntroductionTest {
  private static final long INVENTED = 4711;

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

  @Test
  void introductionOnTheClientPortIsUnimplemented() {
    TestNode node = cluster.node();
    PeersGrpc.PeersBlockingStub peers = PeersGrpc.newBlockingStub(node.channel());

    CallFailure introduced = CallFailure.of(() -> peers.introduce(introduction("n9")));
    CallFailure asked = CallFailure.of(() -> peers.position(PositionRequest.getDefaultInstance()));

    assertThat(introduced.code()).isEqualTo(Status.Code.UNIMPLEMENTED);
    assertThat(asked.code()).isEqualTo(Status.Code.UNIMPLEMENTED);
    assertThat(recordsOf(node)).doesNotContain("n9");
  }

  @Test
  void unknownIdIsRefusedOnTheNodePortAndNotRecorded() {
    for (TestNode node : cluster.nodes()) {
      IntroduceReply reply = introduce(node, "n4");

      assertThat(reply.getAccepted()).isFalse();
      assertThat(reply.getUnknown()).isTrue();
      assertThat(recordsOf(node)).doesNotContain("n4");
    }
  }

  @Test
  void realNodeJoinsAfterAStrangerHasUsedItsId() throws Exception {
    cluster.nodes().forEach(node -> introduce(node, "n4"));
    TestNode fresh = cluster.newcomer("n4");

    cluster.start(fresh);
    MembersReply members = add(fresh);

    assertThat(members.getMembersList()).extracting(Member::getNode).contains("n4");
    long recorded =
        cluster.nodes().stream().filter(node -> recordsOf(node).contains("n4 = ")).count();
    assertThat(recorded).isEqualTo(3);
    cluster.include(fresh);
  }

  @Test
  void nodeThatIsNoMemberRecordsNobody() throws Exception {
    TestNode fresh = cluster.newcomer("n4");
    cluster.start(fresh);
    AnnounceRequest request =
        AnnounceRequest.newBuilder().setNode("n9").setIncarnation(INVENTED).build();

    CallFailure refused = CallFailure.of(() -> onNodePort(fresh, peers -> peers.announce(request)));

    assertThat(refused.message()).contains("n4 is not a member of a formed cluster");
    assertThat(recordsOf(fresh)).doesNotContain("n9");
    cluster.include(fresh);
  }

  @Test
  void idThatCannotBeOneIsNotRecorded() {
    AnnounceRequest request =
        AnnounceRequest.newBuilder().setNode("n4 = 1\nn5").setIncarnation(INVENTED).build();

    CallFailure refused =
        CallFailure.of(() -> onNodePort(cluster.node(), peers -> peers.announce(request)));

    assertThat(refused.message()).contains("1 to 64 of");
    assertThat(recordsOf(cluster.node())).doesNotContain("n5");
  }

  @Test
  void addedNodeThatLosesItsDataIsRefused() throws Exception {
    TestNode fresh = cluster.newcomer("n4");
    cluster.start(fresh);
    add(fresh);
    fresh.stop();
    Folders.delete(fresh.data());

    assertThatThrownBy(() -> cluster.start(fresh))
        .hasMessageContaining("n4 has an empty data directory");
  }

  @Test
  void nodeThatDoesNotRunIsNotAdded() {
    TestNode absent = cluster.newcomer("n4");

    CallFailure refused = CallFailure.of(() -> add(absent));

    assertThat(refused.reason()).isEqualTo("CLUSTER_STATE");
    assertThat(refused.message()).contains("n4 does not answer at ");
    cluster.nodes().forEach(node -> assertThat(recordsOf(node)).doesNotContain("n4"));
  }

  @Test
  void operatorClearsARecord() throws Exception {
    TestNode poisoned = cluster.leader();
    TestNode fresh = cluster.newcomer("n4");
    cluster.start(fresh);
    announce(poisoned, "n4");
    CallFailure refused = CallFailure.of(() -> add(fresh));
    assertThat(refused.message())
        .contains(poisoned.id() + " has a record of n4 with other data")
        .contains("`tenure member forget n4`");

    ForgetMemberReply forgotten = forget(cluster.follower(), "n4");
    ForgetMemberReply again = forget(cluster.follower(), "n4");
    MembersReply members = add(fresh);

    assertThat(forgotten.getClearedOnList()).contains(poisoned.id());
    assertThat(again.getClearedOnList()).isEmpty();
    assertThat(members.getMembersList()).extracting(Member::getNode).contains("n4");
    cluster.include(fresh);
  }

  @Test
  void recordOfAMemberIsNotCleared() {
    TestNode member = cluster.follower();

    CallFailure refused = CallFailure.of(() -> forget(cluster.leader(), member.id()));

    assertThat(refused.reason()).isEqualTo("CLUSTER_STATE");
    assertThat(refused.message()).contains(member.id() + " is a member");
    assertThat(recordsOf(cluster.leader())).contains(member.id() + " = ");
  }

  @Test
  void nothingIsClearedWhileAMemberIsAway() {
    TestNode away = cluster.follower();
    TestNode leader = cluster.leader();
    announce(leader, "n4");
    away.stop();

    CallFailure refused = CallFailure.of(() -> forget(leader, "n4"));

    assertThat(refused.message()).contains(away.id() + " does not answer");
    assertThat(recordsOf(leader)).contains("n4 = ");
  }

  private static IntroduceRequest introduction(String id) {
    return IntroduceRequest.newBuilder().setNode(id).setIncarnation(INVENTED).build();
  }

  private static IntroduceReply introduce(TestNode node, String id) {
    return onNodePort(node, peers -> peers.introduce(introduction(id)));
  }

  private static void announce(TestNode node, String id) {
    AnnounceRequest request =
        AnnounceRequest.newBuilder().setNode(id).setIncarnation(INVENTED).build();
    assertThat(onNodePort(node, peers -> peers.announce(request)).getAccepted()).isTrue();
  }

  private static <T> T onNodePort(TestNode node, Function<PeersGrpc.PeersBlockingStub, T> call) {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget(node.asMember().getRaftAddress()).usePlaintext().build();
    try {
      return call.apply(
          PeersGrpc.newBlockingStub(channel).withDeadlineAfter(Await.SECONDS, TimeUnit.SECONDS));
    } finally {
      channel.shutdownNow();
    }
  }

  private static ForgetMemberReply forget(TestNode asked, String id) {
    return asked.admin().forgetMember(ForgetMemberRequest.newBuilder().setNode(id).build());
  }

  private MembersReply add(TestNode fresh) {
    return cluster
        .leader()
        .admin()
        .addMember(AddMemberRequest.newBuilder().setMember(fresh.asMember()).build());
  }

  private static String recordsOf(TestNode node) {
    Path file = node.data().resolve("met");
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
