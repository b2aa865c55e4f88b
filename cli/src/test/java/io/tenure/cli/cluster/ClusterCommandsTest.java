package io.tenure.cli.cluster;

import static io.tenure.cli.TenureProcess.awaitUntil;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.CommandRun;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of real processes, through all that can be done to it. */
final class ClusterCommandsTest {
  @TempDir private Path home;

  private final CommandRun command = new CommandRun();

  @AfterEach
  void stop() {
    if (LocalCluster.find(home.resolve("c")).isPresent()) {
      run("down", "--wipe");
    }
  }

  @Test
  void clusterIsStartedBrokenMendedAndStopped() {
    String port = Integer.toString(freePorts());

    assertThat(run("up", "--nodes", "3", "--base-port", port, "--set", "warm-up=false"))
        .as(command.err())
        .isZero();
    assertThat(command.out()).containsPattern("(?m)^n[123] .* leader ").contains("Try:");
    assertThat(run("up")).isZero();
    assertThat(command.out()).contains("is already running");
    assertThat(run("up", "--nodes", "5")).isEqualTo(1);
    assertThat(command.err()).contains("was created with --nodes 3 --base-port " + port);

    LocalCluster cluster = LocalCluster.find(home.resolve("c")).orElseThrow();
    String servers = String.join(",", cluster.addresses());
    assertThat(run("kill", "leader")).as(command.err()).isZero();
    String killed = command.out().split(" ")[1];
    assertThat(isFree(cluster.node(killed).port())).as("the port of the killed node").isTrue();
    assertThat(command.run("acquire", "/after", "--endpoints", servers)).as(command.err()).isZero();
    awaitUntil("every shard is led", () -> run("status") == 0);
    assertThat(command.out()).containsPattern("(?m)^" + killed + " .* down ");
    assertThat(run("kill", killed)).isEqualTo(1);
    assertThat(command.err()).startsWith("tenure: " + killed + " is already down");

    assertThat(run("start", killed)).as(command.err()).isZero();
    assertThat(run("kill", killed, "--signal", "STOP")).isZero();
    awaitUntil("every shard is led", () -> run("status") == 0);
    assertThat(command.out()).containsPattern("(?m)^" + killed + " .* paused ");
    assertThat(run("kill", killed, "--signal", "CONT")).isZero();

    assertThat(run("down")).as(command.err()).isZero();
    assertThat(command.out()).startsWith("Stopped 3 of 3 nodes.");
    assertThat(run("status")).isEqualTo(1);
    assertThat(run("down", "--wipe")).isZero();
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void portInUseIsNamedBeforeAnythingIsStarted() throws IOException {
    int port = freePorts();
    try (ServerSocket taken = new ServerSocket(port + 1)) {
      int exitCode = run("up", "--nodes", "1", "--base-port", Integer.toString(port));

      assertThat(exitCode).isEqualTo(1);
      assertThat(command.err())
          .startsWith("tenure: port " + taken.getLocalPort() + ", for n1, is in use");
      assertThat(LocalCluster.find(home.resolve("c"))).isEmpty();
    }
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("cluster"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--dir", home.resolve("c").toString()));
    return command.run(all.toArray(String[]::new));
  }

  /** Below those that the system hands out, so that nobody gets one of them in between. */
  static int freePorts() {
    int start = (int) (ProcessHandle.current().pid() % 100);
    return IntStream.range(0, 100)
        .map(i -> 20_000 + (start + i) % 100 * 100)
        .filter(ClusterCommandsTest::areFree)
        .findFirst()
        .orElseThrow();
  }

  private static boolean areFree(int basePort) {
    return IntStream.rangeClosed(basePort, LocalCluster.lastPort(3, basePort))
        .allMatch(ClusterCommandsTest::isFree);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
