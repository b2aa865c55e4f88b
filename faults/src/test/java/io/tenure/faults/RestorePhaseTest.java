package io.tenure.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.faults.checker.Checker;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.cluster.ClusterSetup;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import io.tenure.faults.work.Keyspace;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RestorePhaseTest {
  @TempDir Path folder;

  @Test
  void tokensAreGreaterAfterABackupOfAMajorityIsPutBack() throws Exception {
    String jar = System.getenv(ClusterSetup.JAR);
    assumeTrue(
        jar != null && Files.isRegularFile(Path.of(jar)),
        () -> jar + " is missing: mvn -pl cli -am package");
    Keyspace keys = new Keyspace(2);
    ClusterSetup setup =
        ClusterSetup.in(folder.resolve("nodes"))
            .javaOptions(List.of("-Xms48m", "-Xmx128m", "-XX:+UseSerialGC"))
            .setting("shards", keys.setting())
            .setting("warm-up", "false");
    Path seen = Files.createDirectory(folder.resolve("history")).resolve("restore.jsonl");
    ConsoleOutput screen =
        new ConsoleOutput(new PrintWriter(System.out, true, StandardCharsets.UTF_8));

    try (Cluster cluster = Cluster.start(setup)) {
      assertThat(new RestorePhase(cluster, keys).perform(seen, screen)).isEmpty();
    }

    History history = History.read(seen.getParent());
    long restored = history.all(Entry.Restored.class).get(0).nanos();
    assertThat(history.all(Entry.Retaken.class))
        .anyMatch(taken -> taken.nanos() < restored)
        .anyMatch(taken -> taken.nanos() > restored);
    assertThat(new Checker(Scale.SHORT.bounds()).check(history))
        .filteredOn(verdict -> verdict.promise().equals("tokens grow across restores"))
        .singleElement()
        .matches(Verdict::isKept)
        .matches(verdict -> verdict.checked() == 16);
  }
}
