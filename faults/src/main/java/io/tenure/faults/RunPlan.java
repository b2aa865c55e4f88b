package io.tenure.faults;

import io.tenure.faults.fault.FaultKind;
import io.tenure.faults.fault.Selection;
import io.tenure.faults.report.Report;
import io.tenure.faults.work.Keyspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run is to do.
 *
 * @param faults names of kinds and groups, separated by commas
 * @param rate operations a second
 * @param directory for everything that it leaves behind
 */
record RunPlan(
    Duration time,
    String faults,
    long seed,
    int nodes,
    int shards,
    int rate,
    Scale scale,
    Optional<BrokenVariant> broken,
    Path directory) {
  RunPlan {
    if (nodes != 3 && nodes != 5) {
      throw new IllegalArgumentException("nodes: " + nodes + " (expected: 3 or 5)");
    }
    if (directory.toString().indexOf(',') >= 0) {
      throw new IllegalArgumentException(
          "out: " + directory + " (expected: no comma, which separates options of the servers)");
    }
    // These say what is wrong, if something is.
    Keyspace unusedKeys = new Keyspace(shards);
    List<FaultKind> unusedKinds = Selection.parse(faults);
  }

  /** The same, but for what follows from chance. */
  RunPlan withSeed(long another) {
    return new RunPlan(time, faults, another, nodes, shards, rate, scale, broken, directory);
  }

  /** In each process: one for each role in each shard. */
  int clients() {
    return scale.clients() * shards;
  }

  Keyspace keys() {
    return new Keyspace(shards);
  }

  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("seed", Long.toString(seed));
    settings.put("minutes", Double.toString(time.toMillis() / 60_000.0));
    settings.put("faults", faults);
    settings.put("nodes", Integer.toString(nodes));
    settings.put("shards", Integer.toString(shards));
    settings.put("operations per second, at most", Integer.toString(rate));
    settings.put(Report.BROKEN, broken.map(BrokenVariant::toString).orElse(Report.NOTHING));
    settings.put("java", System.getProperty("java.version"));
    return settings;
  }
}
