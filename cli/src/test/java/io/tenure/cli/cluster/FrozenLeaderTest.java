package io.tenure.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.CommandRun;
import io.tenure.client.Hold;
import io.tenure.client.Loss;
import io.tenure.client.Tenure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leader's process is stopped under a client, and goes on; killed, and comes back. */
@Tag("full")
final class FrozenLeaderTest {
  @TempDir private Path home;

  private final CommandRun command = new CommandRun();
  private final List<Loss> losses = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() {
    String port = Integer.toString(ClusterCommandsTest.freePorts());
    assertThat(run("up", "--nodes", "3", "--base-port", port, "--set", "warm-up=false"))
        .as(command.err())
        .isZero();
  }

  @AfterEach
  void stop() {
    run("down", "--wipe");
  }

  @Test
  void clientNoticesNothingButTheTimeItTakes() throws Exception {
    LocalCluster cluster = LocalCluster.find(home.resolve("c")).orElseThrow();
    try (Tenure tenure =
        Tenure.builder()
            .endpoints(cluster.addresses())
            .ttl(Duration.ofSeconds(30))
            .timeout(Duration.ofSeconds(60))
            .connect()) {
      Hold held = tenure.lock("/frozen/held").acquire().onLost(losses::add);
      CompletableFuture<Hold> waits = tenure.lock("/frozen/held").acquireAsync();

      String frozen = signalLeader("STOP");
      // Whoever is elected is waited for; that it goes on changes nothing.
      assertThat(run("kill", "leader", "--signal", "CONT")).as(command.err()).isZero();
      assertThat(command.out()).startsWith("Resumed ").doesNotContain(" " + frozen + " ");
      Hold whileFrozen = tenure.lock("/frozen/new").acquire();
      assertThat(run("kill", frozen, "--signal", "CONT")).as(command.err()).isZero();
      Hold afterwards = tenure.lock("/frozen/newer").acquire();
      String killed = signalLeader("9");
      Hold afterAKill = tenure.lock("/frozen/newest").acquire();
      assertThat(run("start", killed)).as(command.err()).isZero();

      assertThat(List.of(held.token(), whileFrozen.token(), afterwards.token(), afterAKill.token()))
          .isSorted()
          .doesNotHaveDuplicates();
      assertThat(held.isValid()).isTrue();
      assertThat(waits).isNotDone();
      held.release();
      assertThat(waits.get(60, TimeUnit.SECONDS).token()).isGreaterThan(afterAKill.token());
      assertThat(losses).isEmpty();
    }
  }

  private String signalLeader(String signal) {
    assertThat(run("kill", "leader", "--signal", signal)).as(command.err()).isZero();
    return command.out().split(" ")[1];
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("cluster"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--dir", home.resolve("c").toString()));
    return command.run(all.toArray(String[]::new));
  }
}
