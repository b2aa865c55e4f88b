package io.tenure.compare;

import io.tenure.compare.result.Measurement;
import io.tenure.compare.system.LockSystem;
import java.util.List;

/** What is measured between one start of a system's servers and their end. */
record PlannedStart(int round, LockSystem system, List<Measurement> measurements) {
  /** Not before a workload that needs fresh servers: a warm-up would add to their memory. */
  boolean warmsUp() {
    return measurements.stream().anyMatch(one -> !one.workload().needsFreshServers());
  }
}
