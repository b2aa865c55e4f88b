package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class DirectoryInUseTest {
  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(1);

  @Test
  void secondProcessOnADirectoryRefusesAndTheFirstGoesOn() throws IOException {
    ServerProcess first = cluster.start();
    Path otherLogs = Files.createDirectory(cluster.folder().resolve("second"));
    ServerProcess second = new ServerProcess("n1", otherLogs, first.data());
    try (FailoverClient client = new FailoverClient(first.address())) {
      KeptSession session = client.openSession(60_000);

      second.start(List.of());
      int code = second.awaitExit();

      assertThat(code).isEqualTo(1);
      assertThat(second.log()).contains("data: " + first.data() + " is in use by another node");
      long token = KeptSession.granted(session.acquire("/a").answer()).getToken();
      assertThat(session.release(token).answer().getRelease().hasReleased()).isTrue();
    }
  }
}
