package io.tenure.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.compare.memory.MemorySystem;
import io.tenure.compare.memory.MemorySystem.Fault;
import io.tenure.compare.report.JsonReport;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Results;
import io.tenure.compare.result.Run;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.Systems;
import io.tenure.compare.system.server.Server;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path directory;

  @Test
  void loadsOfASoundSystemGiveResults() throws IOException {
    int code =
        bench(
            InThisJvm::new,
            "tenure:NONE",
            "--quick --workload uncontended,contended,readers,holders,watchers,many-clients"
                + " --duration 1s --warmup 100ms --clients 1,2 --holders 50 --holder-clients 5");

    assertThat(code).as(out + "\n" + err).isZero();
    Results results = results();
    assertThat(results.partial()).isFalse();
    assertThat(results.sound()).isTrue();
    assertThat(results.runs()).hasSize(7);
    assertThat(out.toString()).contains("contended, 16 workers on one key").contains("×1.00");
    assertThat(directory.resolve("out/report.html")).content().contains("<svg");
    assertThat(err.toString()).contains("round 1/1, tenure: uncontended 2: ");
    assertThat(out.toString()).contains("7 runs: 0 mutual exclusion violations, 0 stale tokens,");
  }

  @Test
  void killedLeaderShowsAsAGap() throws IOException {
    int code =
        bench(
            InThisJvm::new,
            "tenure:NONE",
            "--workload failover --quick --tries 2 --warmup 0s --duration 1s");

    assertThat(code).as(out + "\n" + err).isZero();
    Run run = results().runs().get(0);
    assertThat(run.gaps()).hasSize(2);
    assertThat(run.gaps()).allSatisfy(gap -> assertThat(gap.gapMillis()).isPositive());
    assertThat(run.gaps()).extracting(Gap::errors).allMatch(errors -> errors > 0);
    assertThat(run.valid()).isTrue();
  }

  @Test
  void grantThatDiesWithItsLeaderIsLost() throws IOException {
    int code =
        bench(
            InThisJvm::new,
            "tenure:FORGETS_WITH_ITS_LEADER",
            "--workload failover --quick --tries 1 --warmup 0s --duration 1s");

    assertThat(code).isEqualTo(1);
    assertThat(results().runs().get(0).faults().lostGrants()).isEqualTo(16);
  }

  @Test
  void systemThatGrantsTwiceHasNoResult() throws IOException {
    int code =
        bench(
            InThisJvm::new,
            "tenure:NONE,peer:GRANTS_TWICE",
            "--workload contended --quick --warmup 0s --duration 1s");

    assertThat(code).isEqualTo(1);
    assertThat(out.toString())
        .contains("1 of 2 runs are NOT RESULTS")
        .contains("mutual exclusion violations")
        .containsPattern("peer \\(!\\) +NO RESULT");
    assertThat(results().sound()).isFalse();
    assertThat(directory.resolve("out/report.html"))
        .content()
        .contains("1 of 2 runs are not results");
  }

  @Test
  void systemThatDoesNotStartDoesNotKeepOthersFromBeingMeasured() throws IOException {
    int code =
        bench(
            InThisJvm::new,
            "peer:DOES_NOT_START,tenure:NONE",
            "--workload uncontended --quick --clients 1,2 --warmup 0s --duration 1s");

    assertThat(code).isEqualTo(1);
    List<Run> runs = results().runs();
    assertThat(runs).extracting(Run::valid).containsExactly(false, false, true, true);
    try (Stream<Path> logs = Files.find(directory, 9, (path, file) -> path.endsWith(Server.LOG))) {
      // It was tried once only, and what it said is where the failure says.
      assertThat(logs.toList())
          .singleElement()
          .satisfies(log -> assertThat(runs.get(1).failure()).endsWith("see " + log));
    }
  }

  @Test
  void systemThatIsNotInstalledIsLeftOut() throws IOException {
    int code =
        bench(
            InThisJvm::new,
            "tenure:NONE,peer:IS_NOT_INSTALLED",
            "--systems peer,tenure --workload uncontended --quick --clients 1 --warmup 0s"
                + " --duration 1s");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(err.toString()).contains("peer is left out: not installed (apt-get install peer)");
    assertThat(results().runs()).extracting(Run::system).containsExactly("tenure");
  }

  @Test
  void systemThatCanDoNothingOfItIsNamed() throws IOException {
    int code =
        bench(
            InThisJvm::new,
            "tenure:NONE,peer:IS_SINGLE",
            "--workload failover --quick --tries 1 --warmup 0s --duration 1s");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(err.toString()).contains("peer is left out: it cannot do this: failover");
    assertThat(out.toString()).contains("Left out: peer, it cannot do this: failover");
    assertThat(results().runs()).extracting(Run::system).containsExactly("tenure");
  }

  @Test
  void nothingThatCanBeDoneIsWrongUsage() throws IOException {
    int code = bench(InThisJvm::new, "peer:IS_SINGLE", "--workload failover --quick");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .contains("workload: failover (expected: something that peer can do)");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void nothingThatIsInstalledIsWrongUsage() throws IOException {
    int code = bench(InThisJvm::new, "peer:IS_NOT_INSTALLED", "--quick");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .contains("systems: peer (expected: one that is installed; apt-get install peer)");
  }

  @Test
  void whatWasMeasuredBeforeAnInterruptIsKept() throws IOException {
    List<String> asked = new ArrayList<>();
    Client.Factory interrupted =
        (system, endpoints, log) -> {
          if (!asked.isEmpty()) {
            Thread.currentThread().interrupt();
          }
          asked.add(system.name());
          return new InThisJvm(system, endpoints, log);
        };

    int code =
        bench(
            interrupted,
            "tenure:NONE,peer:NONE",
            "--workload uncontended --clients 1 --quick --warmup 1s --duration 1s");

    assertThat(asked).contains("tenure", "peer");
    assertThat(results().runs()).extracting(Run::system).contains("tenure");
    assertThat(code).isNotZero();
  }

  @Test
  void stateOfServersIsRemoved() throws IOException {
    bench(
        InThisJvm::new,
        "tenure:NONE",
        "--workload uncontended --clients 1 --quick --warmup 0s --duration 1s");

    try (Stream<Path> left = Files.list(directory.resolve("data"))) {
      assertThat(left).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--clients 0 | clients: 0 (expected: 1 to 1,000)",
        "--clients 1,5000 | clients: 5000 (expected: 1 to 1,000)",
        "--clients abc | clients: abc (expected: 1 to 1,000)",
        "--workload failover --clients 0 | clients: 0 (expected: 1 to 1,000)",
        "--workload uncontended --holders many | holders: many (expected: 1 to 1,000,000)",
        "--workload uncontended --tries 0 | tries: 0 (expected: 1 to 100)",
        "--data /no/such/folder | data: /no/such/folder (expected: a directory that can be written)",
        "--rounds 0 | rounds: 0 (expected: 1 to 100)",
        "--duration 0s | duration: 0.0 s (expected: 1 s to 600 s)",
        "--duration soon | \"soon\" (expected: a time in whole ms, such as 500ms, 1.5s, 5m, 1m30s or 2h)",
        "--holders 0 | holders: 0 (expected: 1 to 1,000,000)",
        "--systems nope | systems: nope (expected: tenure)",
        "--workload nope | workload: nope (expected: uncontended, contended,"
      })
  void badValuesAreNamedWithWhatIsExpected(String arguments, String message) throws IOException {
    int code = bench(InThisJvm::new, "tenure:NONE", arguments);

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(message).contains("tenure bench --help");
  }

  @Test
  void helpHasExamplesAndTheSystems() throws IOException {
    bench(InThisJvm::new, "tenure:NONE", "--help");

    assertThat(out.toString()).contains("tenure bench --quick").contains("three and a half hours");
    assertThat(out.toString()).contains(Systems.all().stream().map(LockSystem::name).toList());
  }

  private int bench(Client.Factory clients, String systems, String arguments) throws IOException {
    List<LockSystem> known =
        Arrays.stream(systems.split(","))
            .map(text -> text.split(":"))
            .<LockSystem>map(pair -> new MemorySystem(pair[0], Fault.valueOf(pair[1])))
            .toList();
    List<String> all = new ArrayList<>(List.of(arguments.split(" ")));
    Path data = Files.createDirectories(directory.resolve("data"));
    all.addAll(List.of("--out", directory.resolve("out").toString()));
    if (!all.contains("--data")) {
      all.addAll(List.of("--data", data.toString()));
    }
    CommandLine command = Bench.commandLine(clients, known);
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(all.toArray(new String[0]));
  }

  private Results results() throws IOException {
    return JsonReport.read(Files.readString(directory.resolve("out/results.json")));
  }
}
