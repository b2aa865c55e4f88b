package io.tenure.faults;

import io.tenure.faults.fault.FaultKind;
import io.tenure.faults.fault.Selection;
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
    Optional<Broken> broken,
    Path directory) {
  /** The name of a setting. */
  static final String BROKEN = "broken on purpose";

  RunPlan {
    if (nodes != 3 && nodes != 5) {
      throw new IllegalArgumentException("nodes: " + nodes + " (expected: 3 or 5)");
    }
    // These say what is wrong, if something is.
    Keyspace unusedKeys = new Keyspace(shards);
    List<FaultKind> unusedKinds = Selection.parse(faults);
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
    settings.put("operations a second, at most", Integer.toString(rate));
    settings.put(BROKEN, broken.map(Broken::toString).orElse("nothing"));
    settings.put("java", System.getProperty("java.version"));
    return settings;
  }
}
