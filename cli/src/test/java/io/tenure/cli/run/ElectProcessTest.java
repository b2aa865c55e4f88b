package io.tenure.cli.run;

import static io.tenure.cli.TenureProcess.awaitUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tenure.cli.TenureProcess;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.view.HoldView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code tenure elect} as a process, with everything that can end it. */
final class ElectProcessTest {
  private static final String LOOP = "while :; do sleep 0.1; done";

  @TempDir private static Path data;
  private static ServiceProcesses service;
  private static PlainLocks locks;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    service = new ServiceProcesses(data);
    locks = service.locks();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @AfterEach
  void endAll() {
    service.endProcesses();
  }

  @Test
  void electedProcessLeadsUntilItsCommandEnds() {
    TenureProcess first = elect("boss", "--value", "first", "--", "sh", "-c", "cat > in; exit 3");
    awaitUntil("somebody leads", () -> !locks.get("/elections/boss").holds().isEmpty());
    HoldView leader = locks.get("/elections/boss").holds().get(0);

    TenureProcess second = elect("/elections/boss", "--wait", "2s", "--", "echo", "never");

    assertThat(second.exitCode()).isEqualTo(75);
    assertThat(second.err()).contains("token " + leader.token()).endsWith(": first\n");
    first.type("end");
    assertThat(first.exitCode()).isEqualTo(3);
    assertThat(locks.get("/elections/boss").holds()).isEmpty();
  }

  @Test
  void foreverRunsTheCommandAgainAfterItsEndAndAfterALoss() throws IOException {
    Path runs = Files.createFile(folder.resolve("runs"));
    String once = "echo $TENURE_TOKEN >> runs; [ $(wc -l < runs) = 1 ] || " + LOOP;
    TenureProcess elect = elect("/again", "--forever", "--ttl", "5s", "--", "sh", "-c", once);
    awaitUntil("it runs a second time", () -> lines(runs) == 2);

    service.revoke("/again");
    awaitUntil("it runs a third time", () -> lines(runs) == 3);
    elect.send("TERM");

    assertThat(elect.exitCode()).isEqualTo(128 + 15);
    assertThat(Files.readAllLines(runs).stream().map(Long::valueOf).toList()).isSorted();
    assertThat(elect.err()).hasLineCount(1).startsWith("tenure: lost /again, token ");
    assertThat(locks.get("/again").holds()).isEmpty();
  }

  @Test
  void foreverContinuesAfterAHangupThatTheCommandSurvived() {
    Path runs = folder.resolve("runs");
    String command =
        "trap 'echo reloaded' HUP; echo run >> runs; echo ready; until [ -e end ]; do sleep 0.1;"
            + " done; rm end";
    TenureProcess elect =
        elect("/reloaded", "--forever", "--grace", "0s", "--", "sh", "-c", command);
    elect.awaitOut("ready");
    assumeFalse(elect.ignores(1));

    elect.send("HUP");
    elect.awaitOut("reloaded");
    create(folder.resolve("end"));

    awaitUntil("it runs again", () -> lines(runs) == 2);
    elect.send("TERM");
    assertThat(elect.exitCode()).as(elect.err()).isEqualTo(128 + 15);
  }

  @ParameterizedTest
  @CsvSource({"'trap \"exit 3\" HUP', 200s, 3", "true, 0s, 129"})
  void foreverEndsWithACommandThatAHangupEnds(String trap, String grace, int exitCode) {
    TenureProcess elect =
        elect(
            "/hung-up/" + exitCode,
            "--forever",
            "--ttl=600s",
            "--grace=" + grace,
            "--",
            "sh",
            "-c",
            trap + "; echo ready; " + LOOP);
    elect.awaitOut("ready");
    assumeFalse(elect.ignores(1));

    elect.send("HUP");

    assertThat(elect.exitCode()).isEqualTo(exitCode);
    assertThat(elect.out()).isEqualTo("ready\n");
  }

  private TenureProcess elect(String... arguments) {
    return service.start(folder, "elect", arguments);
  }

  private static void create(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lines(Path file) {
    return TenureProcess.read(file).lines().count();
  }
}
