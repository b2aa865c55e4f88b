package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.RemoveMemberRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RemovedMemberTest {
  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  @Test
  void memberThatIsRemovedEnds() {
    cluster.start();
    ServerProcess removed = cluster.follower();
    RemoveMemberRequest removal = RemoveMemberRequest.newBuilder().setNode(removed.id()).build();
    cluster.admin(removed).removeMember(removal);
    Ledger ledger = new Ledger();
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        Load load = Load.start(client, ledger, 2)) {
      long end = System.nanoTime() + 5_000_000_000L;
      while (System.nanoTime() < end && removed.isAlive()) {
        java.util.concurrent.locks.LockSupport.parkNanos(100_000_000);
      }
      System.err.println("alive " + removed.isAlive() + " " + cluster.status(removed));
      System.err.println(removed.log());
      load.stop();
    }
  }
}
