package io.tenure.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.cli.server.ServerLauncher;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.Invocation;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LocalClusterTest {
  private static final Path FOLDER = Path.of("/somewhere");

  @Test
  void nodesAreTenPortsApartAndKnowEachOther() {
    LocalCluster cluster = cluster(3, Map.of("shards", "low:,high:n"), Map.of());

    assertThat(cluster.addresses())
        .containsExactly("127.0.0.1:7400", "127.0.0.1:7410", "127.0.0.1:7420");
    assertThat(cluster.settings(cluster.node("n2")))
        .containsOnly(
            Map.entry("id", "n2"),
            Map.entry("data", "/somewhere/n2/data"),
            Map.entry("listen", "127.0.0.1:7410"),
            Map.entry("peers", "n1=127.0.0.1:7400,n2=127.0.0.1:7410,n3=127.0.0.1:7420"),
            Map.entry("shards", "low:,high:n"));
    assertThat(LocalCluster.lastPort(3, 7400)).isEqualTo(7422);
  }

  @Test
  void singleNodeHasNoPeers() {
    LocalCluster cluster = cluster(1, Map.of(), Map.of());

    assertThat(cluster.settings(cluster.node("n1"))).doesNotContainKey("peers");
  }

  @Test
  void logStandsBesideTheData() {
    LocalNode node = cluster(1, Map.of(), Map.of()).node("n1");

    assertThat(node.log()).isEqualTo(Path.of("/somewhere/n1/server.log"));
    assertThat(node.log().startsWith(node.data())).isFalse();
  }

  @Test
  void processThatGotTheNumberOfAServerIsNotTakenForIt() {
    long somebodyElse = ProcessHandle.current().pid();

    LocalCluster cluster = cluster(1, Map.of(), Map.of("n1", somebodyElse));

    assertThat(cluster.node("n1").process()).isEmpty();
    assertThat(cluster.node("n1").state()).isEqualTo(LocalNode.State.DOWN);
    assertThat(ProcessSignal.KILL.send(cluster.node("n1"))).isFalse();
    assertThat(cluster.isRunning()).isFalse();
  }

  @Test
  void unknownNodesAreToldWhichThereAre() {
    assertThatThrownBy(() -> cluster(2, Map.of(), Map.of()).node("n3"))
        .isInstanceOf(CommandFailedException.class)
        .hasMessage("node: n3 (expected: n1, n2)");
  }

  @Test
  void serversAreStartedWithTheOptionsForServers() {
    Invocation invocation =
        new Invocation(Map.of("TENURE_SERVER_JAVA_OPTIONS", "-Xms1m  -Xmx2m", "PATH", ""));

    assertThat(new ServerLauncher(invocation).command(Map.of("id", "n1")))
        .startsWith("nohup")
        .contains("-XX:+ExitOnOutOfMemoryError")
        .containsSubsequence("-Xms1m", "-Xmx2m", "io.tenure.cli.Main", "server", "--id", "n1")
        .element(1)
        .asString()
        .endsWith("/bin/java");
  }

  private static LocalCluster cluster(
      int nodes, Map<String, String> settings, Map<String, Long> pids) {
    return new LocalCluster(FOLDER, new ClusterFile(nodes, 7400, settings, pids));
  }
}
