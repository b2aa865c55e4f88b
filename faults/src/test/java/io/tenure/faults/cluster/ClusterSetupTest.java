package io.tenure.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterSetupTest {
  @TempDir Path folder;

  @Test
  void onlyOddClustersThatSurviveSomethingAreStarted() {
    assertThatThrownBy(() -> ClusterSetup.in(folder).nodes(4))
        .hasMessage("nodes: 4 (expected: 3 or 5)");
  }

  @Test
  void nodesJavaOptionsComeAfterThoseOfAll() {
    ClusterSetup setup =
        ClusterSetup.in(folder).javaOptions(List.of("-Xmx128m")).javaOptions(2, List.of("-Da=b"));

    assertThat(setup.javaOptionsOf(1)).containsExactly("-Xmx128m");
    assertThat(setup.javaOptionsOf(2)).containsExactly("-Xmx128m", "-Da=b");
  }

  @Test
  void lastNodeHasTheSmallDisk() {
    ClusterSetup setup = ClusterSetup.in(folder).nodes(5).smallDisk(64);

    assertThat(setup.smallDiskMebibytes(5)).isEqualTo(64);
    assertThat(setup.smallDiskMebibytes(4)).isZero();
  }

  @Test
  void missingJarIsNamed() {
    Path jar = folder.resolve("none.jar");

    assertThatThrownBy(() -> Cluster.start(ClusterSetup.in(folder).jar(jar)))
        .hasMessageContaining("TENURE_JAR: " + jar)
        .hasMessageContaining("tenure-cli.jar");
  }
}
