package io.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.LocalService;
import io.tenure.cli.TenureProcess;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.view.HoldView;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lock is gone, and its holder has not heard of that when it gives the lock back. */
final class LateLossTest {
  @TempDir private Path data;
  @TempDir private Path folder;
  private LocalService service;

  @BeforeEach
  void start() {
    service = LocalService.start(data);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private HoldView revoke(String key) {
    try (PlainLocks locks = PlainLocks.of(List.of(service.address()));
        ClusterAdmin admin = ClusterAdmin.of(List.of(service.address()))) {
      HoldView hold = locks.get(key).holds().get(0);
      admin.revoke(key, hold.token());
      return hold;
    }
  }

  @Test
  void commandThatEndsByItselfAfterTheLossWasNotAlone() {
    // The next keep-alive would come after minutes.
    try (TenureProcess lock =
        TenureProcess.start(
            folder,
            "lock",
            "/late",
            "--ttl",
            "10min",
            "--endpoints",
            service.address(),
            "--",
            "sh",
            "-c",
            "echo ready; cat; exit 7")) {
      lock.awaitOut("ready");
      HoldView hold = revoke("/late");

      lock.type("end");

      assertThat(lock.exitCode()).isEqualTo(76);
      assertThat(lock.err()).isEqualTo("tenure: lost /late, token " + hold.token() + ": revoked\n");
    }
  }
}
