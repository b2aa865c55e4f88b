package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tenure.harness.Await;
import io.tenure.harness.Folders;
import io.tenure.protocol.v1.Request;
import io.tenure.server.process.fixture.EventLog;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.Ledger;
import io.tenure.server.process.fixture.Load;
import io.tenure.server.process.fixture.Pending;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import io.tenure.server.process.fixture.TinyDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("full")
final class FullDiskTest {
  private static final int DISK_MEBIBYTES = 24;
  private static final ByteString VALUE = ByteString.copyFrom(new byte[4_096]);

  /** So that the log soon wants another file. */
  @RegisterExtension
  final ProcessCluster cluster =
      new ProcessCluster(3, "min-free=0B", "snapshot-log-bytes=64KiB", "batch-bytes=64KiB");

  @ParameterizedTest(name = "leads: {0}")
  @ValueSource(booleans = {true, false})
  void nodeWhoseDiskIsFullStopsAndTheOthersCarryOn(boolean leads) throws IOException {
    try (TinyDisk disk = TinyDisk.mount(cluster.folder().resolve("disk"), DISK_MEBIBYTES)) {
      cluster.remove(cluster.node("n1"));
      ServerProcess full = cluster.add("n1", disk.path().resolve("n1"));
      cluster.start();
      Ledger ledger = new Ledger();
      try (FailoverClient client = new FailoverClient(cluster.addresses());
          Load load = Load.start(client, ledger, 4)) {
        cluster.transferLeadership(leads ? full : cluster.node("n2"));
        KeptSession session = client.openSession(60_000);

        disk.fill();
        List<Pending> asked = fillLog(client, session, full);
        int code = full.awaitExit();

        assertThat(code).isEqualTo(1);
        assertThat(full.log()).contains("the node stopped: ").contains("No space left on device");
        asked.forEach(each -> ledger.granted(each, each.answer()));
        load.awaitProgress();
        load.stop();
        ledger.requirePossible();
        for (ServerProcess other : cluster.others(full)) {
          ledger.requireAllIn(EventLog.of(cluster, other));
        }

        disk.makeRoom();
        cluster.start();
        cluster.awaitCaughtUp(full);
      }
      full.kill();
      Folders.delete(full.data());
    }
  }

  /** Until the node is gone. Whatever is asked is granted in the end. */
  private static List<Pending> fillLog(
      FailoverClient client, KeptSession session, ServerProcess full) {
    List<Pending> asked = new ArrayList<>();
    Await.until(
        "the disk is full",
        () -> {
          Request.Builder request =
              session.acquiring(session.nextNumber(), "/many/" + asked.size(), 0);
          request.getAcquireBuilder().setValue(VALUE);
          asked.add(client.send(request));
          return !full.isAlive();
        });
    return asked;
  }

  @Test
  void nodeThatCannotWriteItsVoteStopsAndStartsAgainWhenThereIsRoom() throws IOException {
    try (TinyDisk disk = TinyDisk.mount(cluster.folder().resolve("disk"), DISK_MEBIBYTES)) {
      cluster.remove(cluster.node("n1"));
      ServerProcess full = cluster.add("n1", disk.path().resolve("n1"));
      cluster.start();
      cluster.transferLeadership(cluster.node("n2"));

      disk.fill();
      cluster.node("n2").kill();
      int code = full.awaitExit();
      cluster.node("n3").kill();

      assertThat(code).isEqualTo(1);
      assertThat(full.log()).contains("the node stopped: ").contains("No space left on device");
      disk.makeRoom();
      cluster.start();
      cluster.awaitCaughtUp(full);
      full.kill();
      Folders.delete(full.data());
    }
  }

  @Test
  void nodeDoesNotStartOnADiskThatIsNearlyFull() throws IOException {
    try (TinyDisk disk = TinyDisk.mount(cluster.folder().resolve("disk"), 1)) {
      ServerProcess node = cluster.add("n4", disk.path().resolve("n4"));

      node.start(List.of("min-free=2MiB"));

      assertThat(node.awaitExit()).isEqualTo(1);
      assertThat(node.log())
          .contains("refused to start: data: " + node.data())
          .contains("min-free");
      Folders.delete(node.data());
    }
  }
}
