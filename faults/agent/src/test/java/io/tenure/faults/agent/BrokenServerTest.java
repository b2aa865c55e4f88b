package io.tenure.faults.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokenServerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path folder;

  @Test
  void nothingIsForcedToTheDisk() throws Exception {
    try (AgentProcess server = AgentProcess.server(folder, "fsync-off")) {
      lockAndRelease(server, 1);
      server.stop();

      assertThat(server.count("fsync left out")).as(server.output()).isPositive();
    }
  }

  @Test
  void diskIsSlowAndThenFails() throws Exception {
    Path control = folder.resolve("control");
    try (AgentProcess server = AgentProcess.server(folder, "control=" + control)) {
      lockAndRelease(server, 1);
      assertThat(server.output()).doesNotContain("the disk is told");

      Files.writeString(control, "slow-fsync=30");
      server.awaitOutput("the disk is told: slow-fsync=30");
      lockAndRelease(server, 1);
      Files.writeString(control, "fail-write");
      server.awaitOutput("the disk is told: fail-write");
      try (Tenure tenure = connect(server)) {
        var unanswered = tenure.lock("/key").acquireAsync();

        assertThat(server.exitCode()).as(server.output()).isNotZero();
        assertThat(unanswered).isNotDone();
      }
      assertThat(server.output()).contains("Input/output error (by the faults agent)");
    }
  }

  @Test
  void tokensStartAgainWithTheNextTerm() throws Exception {
    long before;
    try (AgentProcess server = AgentProcess.server(folder, "token-restart")) {
      before = lockAndRelease(server, 20);
      server.stop();
      assertThat(server.count("revision restarted")).as(server.output()).isZero();
    }

    try (AgentProcess server = AgentProcess.server(folder, "token-restart")) {
      assertThat(lockAndRelease(server, 1)).isLessThan(before);
      server.stop();
      assertThat(server.count("revision restarted")).as(server.output()).isPositive();
    }
  }

  /** The last token. */
  private static long lockAndRelease(AgentProcess server, int times) throws InterruptedException {
    long token = 0;
    try (Tenure tenure = connect(server)) {
      for (int i = 0; i < times; i++) {
        try (Hold hold = tenure.lock("/key").acquire()) {
          token = hold.token();
        }
      }
    }
    return token;
  }

  private static Tenure connect(AgentProcess server) throws InterruptedException {
    return Tenure.builder().endpoints(server.endpoint()).timeout(PATIENCE).ttl(PATIENCE).connect();
  }
}
