package io.tenure.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.Mode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The workloads against a service that is made up. */
@Timeout(60)
final class LoadTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int load(FakeCluster cluster, String... arguments) {
    String servers =
        cluster.servers().stream().map(Server::toString).collect(Collectors.joining(","));
    CommandLine command = Load.commandLine();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    String[] all = new String[arguments.length + 3];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--servers=" + servers;
    all[arguments.length + 1] = "--warmup=0";
    all[arguments.length + 2] = "--seconds=0.2";
    return command.execute(all);
  }

  @Test
  void everyWorkloadRunsAndLeavesNothingBehind() throws IOException {
    List<String> workloads =
        List.of("pairs --in-flight=1,32", "lone", "handoff", "watch --watchers=30 --rate=200");
    for (String workload : workloads) {
      try (FakeCluster cluster = new FakeCluster(3)) {
        assertThat(load(cluster, workload.split(" "))).as(workload + ": " + err).isZero();

        assertThat(cluster.state().held()).isZero();
        assertThat(cluster.state().sessions()).isZero();
      }
    }
    assertThat(out.toString()).contains("pairs/s", "hand-offs/s", "every event arrived");
  }

  @Test
  void floorNeedsNoServers(@TempDir Path data) {
    CommandLine command = Load.commandLine();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    int code = command.execute("floor", "--seconds=0.1", "--data=" + data);

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).contains("switch", "loopback", "fsync");
    assertThat(data).isEmptyDirectory();
    assertThat(command.execute("floor", "--seconds=0")).isEqualTo(1);
    assertThat(err.toString()).contains("seconds: 0.0 (expected: more than 0, at most 60)");
  }

  @Test
  void requestsThatTheOldLeaderDidNotAnswerAreSentAgainToTheNew() throws IOException {
    try (FakeCluster fake = new FakeCluster(3);
        Cluster cluster = new Cluster(fake.servers(), "load")) {
      PairLoad load = contested(cluster);
      awaitPairs(cluster, load);

      fake.muteLeader();
      fake.elect(1);

      awaitPairs(cluster, load);
      cluster.await("rest", cluster.loop.call(load::stop));
    }
  }

  @Test
  void newLeaderIsFoundWhenTheOldOneIsGone() throws IOException {
    try (FakeCluster fake = new FakeCluster(3);
        Cluster cluster = new Cluster(fake.servers(), "load")) {
      PairLoad load = contested(cluster);
      awaitPairs(cluster, load);

      Outage outage = new Outage(fake.servers().get(0), System.nanoTime());
      cluster.loop.run(() -> load.expect(outage));
      fake.stopLeader();
      fake.elect(2);

      assertThat(cluster.loop.await("a grant", outage.gapNanos(), LIMIT)).isPositive();
      cluster.await("rest", cluster.loop.call(load::stop));
    }
  }

  @Test
  void badUsageIsOneLine() {
    CommandLine command = Load.commandLine().setErr(new PrintWriter(err));

    assertThat(command.execute("pairs", "--servers=nowhere")).isEqualTo(2);

    assertThat(err.toString()).contains("server: nowhere (expected: HOST:PORT)").hasLineCount(1);
  }

  private static PairLoad contested(Cluster cluster) {
    SessionPool pool = cluster.openSessions(cluster.connect(2), 8, Duration.ofSeconds(30));
    LoadKey key = new LoadKey("/load/key", Mode.EXCLUSIVE);
    PairLoad load = new PairLoad();
    for (int i = 0; i < pool.size(); i++) {
      load.add(pool.get(i), "waiter-" + i, key);
    }
    cluster.loop.run(load::start);
    return load;
  }

  private static void awaitPairs(Cluster cluster, PairLoad load) {
    long before = cluster.loop.call(load::pairs);
    cluster.await("pairs", LIMIT, () -> load.pairs() > before + 100);
  }
}
