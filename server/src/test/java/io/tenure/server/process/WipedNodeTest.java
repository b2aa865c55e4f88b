package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.harness.Await;
import io.tenure.harness.Folders;
import io.tenure.protocol.v1.AddMemberRequest;
import io.tenure.protocol.v1.Member;
import io.tenure.protocol.v1.MembersReply;
import io.tenure.protocol.v1.RemoveMemberRequest;
import io.tenure.server.process.fixture.EventLog;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.Ledger;
import io.tenure.server.process.fixture.Load;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("full")
final class WipedNodeTest {
  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  @Test
  void wipedNodeIsRefusedUnderItsOldIdAndComesBackAsAnotherMember() throws IOException {
    cluster.start();
    Ledger ledger = new Ledger();
    ServerProcess wiped = cluster.follower();
    List<ServerProcess> left = cluster.others(wiped);
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        Load load = Load.start(client, ledger, 4)) {
      wiped.kill();
      Folders.delete(wiped.data());

      cluster.start(wiped);
      int code = wiped.awaitExit();

      assertThat(code).isEqualTo(1);
      assertThat(wiped.log())
          .contains(wiped.id() + " has an empty data directory")
          .contains("tenure member remove " + wiped.id());

      cluster.remove(wiped);
      RemoveMemberRequest removal = RemoveMemberRequest.newBuilder().setNode(wiped.id()).build();
      MembersReply remaining = cluster.admin(left.get(0)).removeMember(removal);
      assertThat(remaining.getMembersList())
          .extracting(Member::getNode)
          .containsExactlyInAnyOrder(left.get(0).id(), left.get(1).id());
      ServerProcess fresh = cluster.add("n4");
      cluster.start(fresh);
      Await.until("n4 waits", () -> fresh.log().contains("waiting to be added to the cluster"));
      Await.until("n4 answers", () -> cluster.status(fresh).isPresent());
      MembersReply members = cluster.admin(left.get(1)).addMember(addition(fresh));
      assertThat(members.getMembersCount()).isEqualTo(3);
      cluster.awaitCaughtUp(fresh);

      ServerProcess leader = cluster.leader();
      (leader == fresh ? left.get(0) : leader).kill();

      load.awaitProgress();
      load.stop();
    }
    ledger.requirePossible();
    ledger.requireAllIn(EventLog.of(cluster, cluster.node("n4")));
  }

  private static AddMemberRequest addition(ServerProcess node) {
    return AddMemberRequest.newBuilder()
        .setMember(
            Member.newBuilder()
                .setNode(node.id())
                .setAddress(node.address())
                .setRaftAddress(node.raftAddress()))
        .build();
  }
}
