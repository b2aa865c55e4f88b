package io.tenure.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.compare.memory.MemorySystem;
import io.tenure.compare.memory.MemorySystem.Fault;
import io.tenure.compare.report.JsonReport;
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Results;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Workload;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Tag("full")
class BenchTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path directory;

  @Test
  void workloadsOfACorrectSystemGiveValidRuns() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE",
            "--quick --workload uncontended,contended,readers,holders,watchers,many-clients"
                + " --duration 200ms --warmup 100ms --clients 1,2 --holders 50 --holder-clients 5");

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
  void killedLeaderCausesAGap() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE",
            "--workload failover --quick --tries 2 --warmup 0s --duration 200ms");

    assertThat(code).as(out + "\n" + err).isZero();
    Run run = results().runs().get(0);
    assertThat(run.gaps()).hasSize(2);
    assertThat(run.gaps()).allSatisfy(gap -> assertThat(gap.gapMillis()).isPositive());
    assertThat(run.restartSeconds()).hasSize(2).allMatch(seconds -> seconds > 0);
    assertThat(run.gaps()).extracting(Gap::errors).allMatch(errors -> errors > 0);
    assertThat(run.valid()).isTrue();
  }

  @Test
  void grantThatDiesWithItsLeaderIsLost() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "tenure:FORGETS_WITH_ITS_LEADER",
            "--workload failover --quick --tries 1 --warmup 0s --duration 200ms");

    assertThat(code).isEqualTo(1);
    assertThat(results().runs().get(0).faults().lostGrants()).isEqualTo(16);
  }

  @Test
  void systemThatGrantsTwiceHasInvalidRuns() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE,peer:GRANTS_TWICE",
            "--workload contended --quick --warmup 0s --duration 200ms");

    assertThat(code).isEqualTo(1);
    assertThat(out.toString())
        .contains("1 of 2 runs are INVALID")
        .contains("mutual exclusion violations")
        .containsPattern("peer \\(!\\) +INVALID");
    assertThat(results().sound()).isFalse();
    assertThat(directory.resolve("out/report.html")).content().contains("1 of 2 runs are invalid");
  }

  @Test
  void otherSystemsAreMeasuredIfOneDoesNotStart() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "peer:DOES_NOT_START,tenure:NONE",
            "--workload uncontended --quick --clients 1,2 --warmup 0s --duration 200ms");

    assertThat(code).isEqualTo(1);
    List<Run> runs = results().runs();
    assertThat(runs).extracting(Run::valid).containsExactly(false, false, true, true);
    try (Stream<Path> logs = Files.find(directory, 9, (path, file) -> path.endsWith(Server.LOG))) {
      // It was started once only, and its log is where the failure says.
      assertThat(logs.toList())
          .singleElement()
          .satisfies(log -> assertThat(runs.get(1).failure()).endsWith("see " + log));
    }
  }

  @Test
  void systemThatIsNotInstalledIsLeftOut() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE,peer:IS_NOT_INSTALLED",
            "--systems peer,tenure --workload uncontended --quick --clients 1 --warmup 0s"
                + " --duration 200ms");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(err.toString()).contains("left out: peer, not installed (apt-get install peer)");
    assertThat(results().runs()).extracting(Run::system).containsExactly("tenure");
  }

  @Test
  void systemThatDoesNotSupportTheWorkloadIsNamed() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE,peer:IS_SINGLE",
            "--workload failover --quick --tries 1 --warmup 0s --duration 200ms");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(err.toString()).contains("left out: peer, does not support failover");
    assertThat(out.toString()).contains("left out: peer, does not support failover");
    assertThat(results().runs()).extracting(Run::system).containsExactly("tenure");
  }

  @Test
  void workloadThatNoSystemSupportsIsWrongUsage() throws IOException {
    int code = bench(InProcessDriver::new, "peer:IS_SINGLE", "--workload failover --quick");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("workload: failover (expected: one that peer supports)");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void noInstalledSystemIsWrongUsage() throws IOException {
    int code = bench(InProcessDriver::new, "peer:IS_NOT_INSTALLED", "--quick");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .contains("systems: peer (expected: an installed one; install with: apt-get install peer)");
  }

  @Test
  void resultsBeforeAnInterruptAreKept() throws IOException {
    List<String> asked = new ArrayList<>();
    LoadDriver.Factory interrupted =
        (system, endpoints, log) -> {
          if (!asked.isEmpty()) {
            Thread.currentThread().interrupt();
          }
          asked.add(system.name());
          return new InProcessDriver(system, endpoints, log);
        };

    int code =
        bench(
            interrupted,
            "tenure:NONE,peer:NONE",
            "--workload uncontended --clients 1 --quick --warmup 1s --duration 200ms");

    assertThat(asked).contains("tenure", "peer");
    assertThat(results().runs()).extracting(Run::system).contains("tenure");
    assertThat(code).isNotZero();
  }

  @Test
  void frozenLeaderCausesAGapAndIsContinued() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE",
            "--workload freeze --quick --tries 2 --warmup 0s --duration 200ms");

    assertThat(code).as(out + "\n" + err).isZero();
    Run run = results().runs().get(0);
    assertThat(run.gaps()).hasSize(2);
    assertThat(run.gaps()).extracting(Gap::errors).allMatch(errors -> errors > 0);
    assertThat(out.toString()).contains("SIGSTOP to the leader");
  }

  @Test
  void sessionsAndIdleServersAreMeasuredOnRequest() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE",
            "--workload sessions,idle --sessions 7 --rounds 1 --warmup 0s --duration 200ms");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(out.toString())
        .contains("sessions, 7 clients with one held key each")
        .contains("idle, servers without clients");
    assertThat(results().runs().get(0).holding().held()).isEqualTo(7);
  }

  @Test
  void watchesAreSpreadOverKeysAtTheGivenRate() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE",
            "--workload watchers --watchers 30 --watched-keys 15 --watch-rate 100 --rounds 1"
                + " --warmup 0s --duration 200ms");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(out.toString()).contains("watchers, 30 watches, 15 keys, 100 changes a second");
  }

  @Test
  void runningServiceIsMeasuredWithoutWorkloadsThatStopServers() throws IOException {
    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE,peer:NONE",
            "--endpoints 127.0.0.1:7400,127.0.0.1:7410 --clients 1,2 --rounds 1 --warmup 0s"
                + " --duration 200ms --holders 5 --holder-clients 1");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(results().runs())
        .extracting(run -> run.measurement().workload().label())
        .containsExactly(
            "uncontended",
            "uncontended",
            "contended",
            "readers",
            "watchers",
            "many-clients",
            "holders");
    assertThat(results().runs()).extracting(Run::system).containsOnly("tenure");
    assertThat(out.toString())
        .containsPattern("5 keys held by 1 clients\\R +system +client CPU")
        .doesNotContain("server CPU");
  }

  @Test
  void processesOfARunningServiceAreMeasuredIfTheyAreGiven() throws IOException {
    long pid = ProcessHandle.current().pid();

    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE",
            "--endpoints 127.0.0.1:7400 --pids "
                + pid
                + " --workload uncontended,idle --clients 1 --rounds 1 --warmup 0s --duration 200ms");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(results().runs().get(0).usage().serverMib()).isPositive();
    assertThat(out.toString()).contains("server CPU").contains("idle, servers without clients");
  }

  @Test
  void twoBuildsTakeTurnsAndTheirRatioIsShown() throws IOException {
    Path jar = Files.createFile(directory.resolve("tenure-cli.jar"));

    int code =
        bench(
            InProcessDriver::new,
            "tenure:NONE,peer:NONE",
            "--ab "
                + jar
                + " --workload uncontended --clients 1 --rounds 2 --warmup 0s --duration 200ms");

    assertThat(code).as(out + "\n" + err).isZero();
    assertThat(results().runs())
        .extracting(run -> run.round() + run.system())
        .containsExactly("1tenure", "1tenure-b", "2tenure-b", "2tenure");
    assertThat(out.toString())
        .contains("builds: ratio of tenure-b to tenure")
        .containsPattern("uncontended 1 +pairs .* ×[0-9.]+ +×[0-9.]+–×[0-9.]+");
  }

  @Test
  void stateOfServersIsRemoved() throws IOException {
    bench(
        InProcessDriver::new,
        "tenure:NONE",
        "--workload uncontended --clients 1 --quick --warmup 0s --duration 200ms");

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
        "--data /no/such/folder | data: /no/such/folder (expected: a writable directory)",
        "--rounds 0 | rounds: 0 (expected: 1 to 100)",
        "--duration 0s | duration: 0.0 s (expected: 0.1 s to 600 s)",
        "--duration soon | \"soon\" (expected: a time in whole ms, such as 500ms, 1.5s, 5m, 1m30s or 2h)",
        "--holders 0 | holders: 0 (expected: 1 to 1,000,000)",
        "--systems nope | systems: nope (expected: tenure)",
        "--workload nope | workload: nope (expected: uncontended, contended,",
        "--sessions 0 | sessions: 0 (expected: 1 to 5,000)",
        "--watchers 0 | watchers: 0 (expected: 1 to 10,000)",
        "--watchers 5 --watched-keys 6 | watched-keys: 6 (expected: 1 to 5)",
        "--watch-rate fast | watch-rate: fast (expected: 1 to 10,000)",
        "--endpoints here | endpoints: here (expected: HOST:PORT,...)",
        "--endpoints h:1 --systems peer | systems: peer with --endpoints (expected: tenure)",
        "--endpoints h:1 --workload failover | workload: failover with --endpoints (expected: one"
            + " that does not stop servers)",
        "--endpoints h:1 --workload idle | workload: idle with --endpoints (expected: one that does"
            + " not need the server processes, or --pids)",
        "--endpoints h:1 --pids x | pids: x (expected: process ids)",
        "--pids 1 | pids: given without --endpoints (expected: both)",
        "--ab /no/such.jar | ab: /no/such.jar (expected: tenure-cli.jar of another build)",
        "--ab a.jar --endpoints h:1 | ab: given with --endpoints (expected: one of them)",
        "--ab a.jar --ab-client mine | ab-client: mine (expected: own or shared)",
        "--ab-client own | ab-client: given without --ab (expected: both)"
      })
  void badValuesAreNamedWithWhatIsExpected(String arguments, String message) throws IOException {
    int code = bench(InProcessDriver::new, "tenure:NONE", arguments);

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(message).contains("tenure bench --help");
  }

  @Test
  void helpHasExamplesAndTheSystems() throws IOException {
    bench(InProcessDriver::new, "tenure:NONE", "--help");

    assertThat(out.toString()).contains("tenure bench --quick").contains("three and a half hours");
    assertThat(out.toString()).contains(Systems.all().stream().map(LockSystem::name).toList());
    assertThat(out.toString())
        .contains(Arrays.stream(Workload.values()).map(Workload::label).toList());
  }

  private int bench(LoadDriver.Factory clients, String systems, String arguments)
      throws IOException {
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
