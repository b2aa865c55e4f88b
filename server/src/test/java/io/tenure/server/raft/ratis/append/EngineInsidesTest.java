package io.tenure.server.raft.ratis.append;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command.OpenSession;
import io.tenure.server.raft.ratis.EngineCluster;
import io.tenure.server.raft.ratis.NoEngineMeters;
import java.nio.file.Path;
import org.apache.ratis.metrics.MetricRegistries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineInsidesTest {
  @TempDir Path directory;

  @Test
  void theEngineStillHasWhatIsChangedInIt() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 3)) {
      assertThat(cluster.apply(new OpenSession(1, 30_000, "test"))).isNotNull();

      assertThat(EngineInsides.unchanged()).isEmpty();
      assertThat(MetricRegistries.global()).isInstanceOf(NoEngineMeters.class);
    }
  }
}
