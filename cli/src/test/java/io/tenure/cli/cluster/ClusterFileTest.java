package io.tenure.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.cli.terminal.CommandFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterFileTest {
  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsRead() {
    ClusterFile file =
        new ClusterFile(
            3, 7400, Map.of("shards", "low:,high:n", "min-free", "0B"), Map.of("n1", 17L));

    file.write(folder);
    file.withPid("n2", 99).write(folder);

    assertThat(ClusterFile.read(folder)).contains(file.withPid("n2", 99));
    assertThat(folder).isDirectoryNotContaining("glob:**.unfinished");
  }

  @Test
  void withoutAFileThereIsNoCluster() {
    assertThat(ClusterFile.read(folder)).isEmpty();
  }

  @Test
  void damagedFileIsNamed() throws IOException {
    Files.writeString(folder.resolve(ClusterFile.NAME), "nodes = many");

    assertThatThrownBy(() -> ClusterFile.read(folder))
        .isInstanceOf(CommandFailedException.class)
        .hasMessageStartingWith(folder.resolve(ClusterFile.NAME) + " cannot be read");
  }

  @Test
  void onlyOneCommandAtATimeChangesACluster() {
    try (ClusterLock lock = ClusterLock.take(folder.resolve("new"))) {
      assertThatThrownBy(() -> ClusterLock.take(folder.resolve("new")))
          .isInstanceOf(CommandFailedException.class)
          .hasMessageContaining("another `tenure cluster` command is running");
    }
    ClusterLock.take(folder.resolve("new")).close();
  }
}
