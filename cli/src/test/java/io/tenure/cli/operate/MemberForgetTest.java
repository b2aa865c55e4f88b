package io.tenure.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.CommandRun;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.directory.DataDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clearing a record in the data directory of a node that does not run. */
final class MemberForgetTest {
  private final CommandRun command = new CommandRun();
  @TempDir Path data;

  private void meet(String node) throws Exception {
    Map<String, String> settings = Map.of("data", data.toString(), "min-free", "0B");
    try (DataDirectory directory = DataDirectory.open(ServerConfig.load(null, settings))) {
      directory.meet(node, 4711);
    }
  }

  @Test
  void recordIsDeletedInTheDirectory() throws Exception {
    meet("n2");
    meet("n3");

    assertThat(command.run("member", "forget", "n2", "--data", data.toString())).isZero();
    assertThat(command.out()).isEqualTo("record of n2 deleted in " + data + "\n");
    assertThat(Files.readString(data.resolve("met"))).contains("n3 = ").doesNotContain("n2");
  }

  @Test
  void missingRecordIsNoError() throws Exception {
    meet("n3");

    assertThat(command.run("member", "forget", "n2", "--data", data.toString(), "-o", "json"))
        .isZero();
    assertThat(command.out()).isEqualTo("{\"node\":\"n2\",\"cleared\":false}\n");
  }

  @Test
  void directoryThatIsNoNodesIsRefused() {
    assertThat(command.run("member", "forget", "n2", "--data", data.toString())).isEqualTo(1);
    assertThat(command.err()).contains("(expected: the data directory of a node)");
  }

  @Test
  void idThatCannotBeOneIsBadUsage() {
    assertThat(command.run("member", "forget", "a b", "--data", data.toString())).isEqualTo(2);
    assertThat(command.err()).contains("1 to 64 of");
  }
}
