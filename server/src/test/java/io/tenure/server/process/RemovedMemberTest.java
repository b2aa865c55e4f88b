package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.Member;
import io.tenure.protocol.v1.MembersReply;
import io.tenure.protocol.v1.RemoveMemberRequest;
import io.tenure.server.process.fixture.EventLog;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.Ledger;
import io.tenure.server.process.fixture.Load;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("full")
final class RemovedMemberTest {
  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  @Test
  void memberThatIsRemovedEndsAndTheOthersCarryOn() {
    ServerProcess removed = cluster.start();
    Ledger ledger = new Ledger();
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        Load load = Load.start(client, ledger, 2)) {
      RemoveMemberRequest removal = RemoveMemberRequest.newBuilder().setNode(removed.id()).build();

      MembersReply left = cluster.admin(cluster.others(removed).get(0)).removeMember(removal);

      assertThat(left.getMembersList()).extracting(Member::getNode).doesNotContain(removed.id());
      assertThat(removed.awaitExit()).isEqualTo(1);
      assertThat(removed.log()).contains("the node stopped: ").contains("removed");
      load.awaitProgress();
      load.stop();
    }
    ledger.requirePossible();
    ledger.requireAllIn(EventLog.of(cluster, cluster.leader()));
  }
}
