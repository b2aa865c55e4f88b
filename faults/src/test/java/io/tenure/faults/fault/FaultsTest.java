package io.tenure.faults.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.cluster.ClusterSetup;
import io.tenure.faults.cluster.MachineFeatures;
import io.tenure.faults.cluster.Node;
import io.tenure.faults.history.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real processes: one cluster for all tests, whole again after each. */
@Tag("full")
final class FaultsTest {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final long SEED = 6;

  @TempDir static Path folder;
  private static Selection selection;
  private static Cluster cluster;
  private static Load load;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Optional<Path> agent = SmallNodes.agent();
    selection =
        Selection.of("all", new Need.Means(MachineFeatures.look(), agent.isPresent(), true));
    ClusterSetup setup =
        SmallNodes.in(folder)
            .setting("snapshot-log-bytes", "256KiB")
            .setting("batch-bytes", "64KiB");
    agent.ifPresent(file -> setup.agent(file, ""));
    cluster = Cluster.start(selection.equip(setup));
    load = Load.start(cluster.endpoints());
  }

  @AfterAll
  static void stop() {
    if (load != null) {
      load.close();
    }
    if (cluster != null) {
      cluster.close();
      assertThat(cluster.nodes()).noneMatch(Node::isAlive);
    }
  }

  private static void requireWhole() throws InterruptedException {
    assertThat(cluster.awaitWhole(LIMIT)).as(() -> cluster.logTail()).isEmpty();
    load.awaitProgress();
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultKind.class,
      names = {
        "KILL_LEADER",
        "KILL_ALL",
        "PAUSE_LEADER",
        "PARTITION_LEADER",
        "PARTITION_FLAPPING",
        "LOSS",
        "CLOCK_JUMP",
        "CLOCK_DRIFT",
        "SLOW_DISK",
        "DISK_FULL",
        "DISK_ERROR",
        "REPLACE",
        "WIPE",
        "SNAPSHOT"
      })
  void clusterIsWholeAgainWhenAFaultIsHealed(FaultKind kind) throws Exception {
    assumeTrue(selection.kinds().contains(kind), () -> selection.leftOut().get(kind));
    requireWhole();

    Fault fault =
        kind.begin(new FaultContext(cluster, new IdleWorkers(), Optional.empty()), random());
    if (kind.groups().contains("kill")) {
      assertThat(fault.victims()).isNotEmpty().noneMatch(Node::isAlive);
    }
    if (kind.reach() != FaultScope.MANY) {
      load.awaitProgress();
    }
    String remark = fault.healing().heal();

    assertThat(fault.what()).isNotEmpty();
    requireWhole();
    if (kind.groups().contains("disk") && kind.reach() == FaultScope.PROCESS) {
      assertThat(remark).isEqualTo("it had ended");
    }
    if (kind == FaultKind.SNAPSHOT) {
      assertThat(remark).isEqualTo("the log that it lacks is compacted");
    }
  }

  private static Random random() {
    return new Random(SEED);
  }

  @Test
  void secondFaultHitsWhomTheFirstOneHas() throws Exception {
    requireWhole();
    FaultKind kind =
        selection.kinds().contains(FaultKind.LOSS) ? FaultKind.LOSS : FaultKind.KILL_ONE;

    for (Node hit : cluster.nodes()) {
      FaultContext context = new FaultContext(cluster, new IdleWorkers(), Optional.of(hit));
      Fault joined = kind.begin(context, random());
      assertThat(joined.victims()).containsExactly(hit);
      assertThat(joined.healing().heal()).isEmpty();
    }

    requireWhole();
  }

  @Test
  void clientsGoOnWhenAFaultOfTheirsCouldNotBegin() throws Exception {
    requireWhole();
    Schedule.Pace pace =
        new Schedule.Pace(Duration.ofMillis(100), Duration.ofMillis(200), 9, Duration.ZERO);
    Schedule schedule = new Schedule(SEED, List.of(FaultKind.PAUSE_CLIENT), pace);
    RecordingFaultListener diary = new RecordingFaultListener();
    IdleWorkers workers = new IdleWorkers(false);

    new Nemesis(schedule, cluster, workers, diary, LIMIT)
        .run(Duration.ofSeconds(1), Duration.ofMillis(100));

    assertThat(diary.skipped).isNotEmpty();
    assertThat(diary.faults).isEmpty();
    assertThat(workers.paused()).isZero();
  }

  @Test
  void nemesisTellsAllItDoesAndEndsInACalm() throws Exception {
    requireWhole();
    Schedule.Pace pace =
        new Schedule.Pace(Duration.ofMillis(300), Duration.ofSeconds(1), 2, Duration.ofMillis(200));
    List<FaultKind> kinds =
        Selection.parse("kill-one,pause-follower,transfer,pause-client,kill-client");
    RecordingFaultListener diary = new RecordingFaultListener();
    IdleWorkers workers = new IdleWorkers();
    Schedule schedule = new Schedule(SEED, kinds, pace);
    Nemesis nemesis = new Nemesis(schedule, cluster, workers, diary, LIMIT);

    nemesis.run(Duration.ofSeconds(8), Duration.ofMillis(500));

    assertThat(diary.skipped).isEmpty();
    assertThat(diary.faults)
        .isNotEmpty()
        .allMatch(Entry.Fault::healed)
        .allMatch(fault -> fault.fromNanos() < fault.toNanos())
        .extracting(Entry.Fault::kind)
        .containsExactlyInAnyOrderElementsOf(diary.begun);
    assertThat(diary.calms).isNotEmpty().hasSize(diary.calmsBegun);
    assertThat(diary.calms.get(diary.calms.size() - 1).fromNanos())
        .isGreaterThanOrEqualTo(diary.faults.get(diary.faults.size() - 1).toNanos());
    assertThat(workers.paused()).isZero();
    requireWhole();
  }
}
