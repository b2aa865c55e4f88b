package io.tenure.server.api.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.AddMemberRequest;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.NotHeld;
import io.tenure.protocol.v1.RaiseRevisionRequest;
import io.tenure.protocol.v1.RevokeHoldRequest;
import io.tenure.protocol.v1.StatusReply;
import io.tenure.protocol.v1.StatusRequest;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.TransferLeadershipRequest;
import io.tenure.server.api.TestCluster;
import io.tenure.server.api.TestNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminServiceTest {
  @TempDir static Path directory;
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestCluster.steady(directory, "");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static AdminGrpc.AdminBlockingStub follower() {
    return AdminGrpc.newBlockingStub(cluster.follower().channel());
  }

  private static long acquire(String key) {
    return cluster
        .leader()
        .blocking()
        .acquire(AcquireRequest.newBuilder().addTargets(Target.newBuilder().setKey(key)).build())
        .getGranted()
        .getToken();
  }

  @Test
  void anyNodeTellsHowItStands() {
    StatusReply status = follower().status(StatusRequest.getDefaultInstance());

    assertThat(status.getMembersList()).hasSize(3);
    assertThat(status.getShards(0).getRole()).isEqualTo("FOLLOWER");
    assertThat(status.getShards(0).getShard().getLeaderNode())
        .isEqualTo(cluster.leader().self.id());
    assertThat(status.getVersion()).isEqualTo("test");
  }

  @Test
  void operatorRevokesAHoldFromAnyNodeOnce() {
    long token = acquire("/admin/1");
    RevokeHoldRequest request =
        RevokeHoldRequest.newBuilder().setKey("/admin/1").setToken(token).build();

    var revoked = follower().revokeHold(request);
    var again = follower().revokeHold(request);

    assertThat(revoked.getRevoked().getToken()).isEqualTo(token);
    assertThat(again.getRefusal().getNotHeld()).isEqualTo(NotHeld.NO_LONGER_HELD);
  }

  @Test
  void raisedRevisionIsAboveWhatWasNamed() {
    long above = 5L << 40;

    long raised =
        follower()
            .raiseRevision(RaiseRevisionRequest.newBuilder().setAbove(above).build())
            .getRevision();

    assertThat(raised).isGreaterThan(above);
    assertThat(acquire("/admin/2")).isGreaterThan(raised);
  }

  @Test
  void leadershipIsTransferredFromAnyNode() {
    TestNode next = cluster.follower();

    TestCluster.await(() -> cluster.leader() == next || isTransferred(next));
  }

  /** A transfer that takes too long is given up. */
  private static boolean isTransferred(TestNode next) {
    TransferLeadershipRequest request =
        TransferLeadershipRequest.newBuilder().setNode(next.self.id()).build();
    try {
      assertThat(follower().transferLeadership(request).getNode()).isEqualTo(next.self.id());
    } catch (StatusRuntimeException e) {
      assertThat(e.getStatus().getCode())
          .as("" + e)
          .isIn(Status.Code.FAILED_PRECONDITION, Status.Code.UNAVAILABLE);
    }
    return cluster.leader() == next;
  }

  @Test
  void memberWithoutAddressIsInvalid() {
    StatusRuntimeException thrown =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () -> follower().addMember(AddMemberRequest.getDefaultInstance()));

    assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }
}
