package io.tenure.compare.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real servers of Tenure, if the command line is built; one node, which starts fastest. */
@Tag("full")
final class TenureSystemTest {
  private static final LockSystem SINGLE = Systems.named("tenure-single");
  private static final LockSystem CLUSTER = Systems.named("tenure");

  @TempDir Path directory;

  @Test
  void oneNodeDoesWhatTheBenchExpects() throws Exception {
    assumeTrue(SINGLE.missing().isEmpty());

    try (SystemContract contract = SystemContract.start(SINGLE, directory)) {
      contract.requireThatWorkersTakeTurns("mutex", LockClient::mutex, 0);
      contract.requireThatWorkersTakeTurns("mutex", LockClient::mutex, 1);
      contract.requireThatReadersExcludeWritersOnly();
      contract.requireThatWatchersAreTold();
    }
  }

  @Test
  void serviceThatRunsAlreadyIsUsedAndLeftRunning() throws Exception {
    assumeTrue(SINGLE.missing().isEmpty());
    try (RunningSystem servers = SINGLE.start(directory)) {
      List<Long> pids = servers.processes().stream().map(ProcessHandle::pid).toList();
      LockSystem service = CLUSTER.at(servers.endpoints(), pids).orElseThrow();

      try (RunningSystem running = service.start(directory)) {
        assertThat(running.endpoints()).isEqualTo(servers.endpoints());
        assertThat(running.leader()).contains(servers.processes().get(0));
        assertThat(running.settings()).containsKey("service");
      }

      assertThat(servers.processes()).allMatch(ProcessHandle::isAlive);
    }
  }

  @Test
  void serviceWithAProcessThatDoesNotExistIsRefused() {
    LockSystem service = CLUSTER.at(List.of("127.0.0.1:1"), List.of(Long.MAX_VALUE)).orElseThrow();

    assertThatThrownBy(() -> service.start(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not exist (expected: a server)");
  }

  @Test
  void serviceThatCannotBeReachedIsNamed() {
    LockSystem service = CLUSTER.at(List.of("127.0.0.1:1"), List.of()).orElseThrow();

    assertThatThrownBy(() -> service.start(directory))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("service at 127.0.0.1:1: ");
  }

  @Test
  void buildsOfAComparisonHaveTheSameAdapterAndDifferentNames() throws IOException {
    List<LockSystem> builds = CLUSTER.withBuild(Path.of("other.jar"), false);

    assertThat(builds).extracting(LockSystem::name).containsExactly("tenure", "tenure-b");
    assertThat(builds).extracting(LockSystem::adapter).containsOnly("tenure");
  }
}
