package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.server.process.fixture.EventLog;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.Ledger;
import io.tenure.server.process.fixture.Load;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.SegmentFile;
import io.tenure.server.process.fixture.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A node that was killed while it wrote. What it had not finished was never acknowledged; it gets
 * that from the others again.
 */
@Tag("full")
final class TornLogTest {
  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  private final Ledger ledger = new Ledger();

  @Test
  void nodeRecoversFromAnUnfinishedWrite() throws IOException {
    cluster.start();
    ServerProcess torn = cluster.follower();
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        Load load = Load.start(client, ledger, 4)) {
      // The file ends within its last entry.
      torn.kill();
      SegmentFile cut = openSegment(torn);
      cut.cut((cut.start(cut.entries() - 1) + cut.start(cut.entries())) / 2);
      cluster.start();
      cluster.awaitCaughtUp(torn);
      load.awaitProgress();

      // The file has room for more, but its last entry is not all there.
      torn.kill();
      SegmentFile blank = openSegment(torn);
      blank.blank((blank.start(blank.entries() - 1) + blank.start(blank.entries())) / 2);
      cluster.start();
      cluster.awaitCaughtUp(torn);
      load.stop();
    }
    ledger.requirePossible();
    ledger.requireAllIn(EventLog.of(cluster, torn));
  }

  private static SegmentFile openSegment(ServerProcess node) throws IOException {
    List<Path> open = ProcessCluster.engineFiles(node.data(), "log_inprogress_");
    assertThat(open).hasSize(1);
    SegmentFile segment = SegmentFile.read(open.get(0));
    assertThat(segment.entries()).isPositive();
    return segment;
  }
}
