package io.tenure.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildProcessTest {
  @TempDir private Path folder;

  private ChildProcess shell(String script) {
    return ChildProcess.start(new ProcessBuilder("sh", "-c", script), folder.resolve("output"));
  }

  @Test
  void endpointIsReadFromTheOutput() {
    try (ChildProcess server = shell("echo 'n1 listens on 127.0.0.1:7, HTTP'; exec sleep 60")) {
      assertThat(server.awaitEndpoint()).isEqualTo("127.0.0.1:7");
    }
  }

  @Test
  void processThatEndsBeforeItPrintsIsReportedWithItsOutput() {
    try (ChildProcess broken = shell("echo broken >&2; exit 3")) {
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(broken::awaitEndpoint)
          .withMessageContaining("broken");
      assertThat(broken.awaitExit()).isEqualTo(3);
    }
  }

  @Test
  void pausedProcessRunsAgainAfterResume() {
    try (ChildProcess child =
        shell("trap 'echo heard; exit 0' USR1; echo ready; while :; do sleep 0.05; done")) {
      child.awaitOutput("ready");
      child.pause();
      child.signal("USR1");
      assertThat(child.output()).doesNotContain("heard");

      child.resume();

      child.awaitOutput("heard");
      assertThat(child.awaitExit()).isZero();
    }
  }

  @Test
  void failureOfAProgramHasItsOutput() throws IOException {
    assertThat(Programs.run("sh", "-c", "echo fine")).isEqualTo("fine");
    assertThat(Programs.run("typed", List.of("cat"), ProcessBuilder::start)).isEqualTo("typed");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Programs.run("sh", "-c", "echo wrong; exit 2"))
        .withMessageContaining("exited with code 2")
        .withMessageContaining("wrong");
  }
}
