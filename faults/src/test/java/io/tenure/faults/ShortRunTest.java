package io.tenure.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.faults.checker.Verdict;
import io.tenure.faults.cluster.ClusterSetup;
import io.tenure.faults.report.Report;
import io.tenure.faults.report.TextReport;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form of {@code ./tenure faults}: about a minute, with whatever faults are possible
 * here. Which come when follows from the seed; {@code -Dfaults.seed=N} sets another one.
 */
@Tag("full")
final class ShortRunTest {
  /** Those after which the service is soon whole again, each of another kind. */
  private static final String FAULTS =
      "kill-one,kill-leader,pause-leader,pause-follower,partition-leader,partition-one-way,loss,"
          + "slow-disk,clock-jump,client-clock,transfer,pause-client,kill-client";

  private static final Duration FAULTY = Duration.ofSeconds(22);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  @Test
  void everyPromiseIsKeptInAMinuteOfMixedFaults() throws Exception {
    String jar = System.getenv(ClusterSetup.JAR);
    assumeTrue(
        jar != null && Files.isRegularFile(Path.of(jar)),
        () -> jar + " is missing: mvn -pl cli -am package");
    RunPlan plan =
        new RunPlan(
            FAULTY.plus(Scale.SHORT.end()),
            FAULTS,
            Long.getLong("faults.seed", 6),
            3,
            1,
            200,
            Scale.SHORT,
            Optional.empty(),
            folder.resolve("run"));
    ConsoleOutput screen =
        new ConsoleOutput(new PrintWriter(System.out, true, StandardCharsets.UTF_8));

    Report report = Run.prepare(plan, screen).run();

    String told = TextReport.of(report);
    assertThat(report.trouble()).as(told).isEmpty();
    assertThat(report.verdicts()).as(told).isNotEmpty().allMatch(Verdict::isKept);
    assertThat(report.timeline().faults()).as(told).isNotEmpty();
    assertThat(report.timeline().grants()).as(told).isPositive();
    assertThat(report.isGood()).as(told).isTrue();
  }
}
