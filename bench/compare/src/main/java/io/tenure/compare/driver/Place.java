package io.tenure.compare.driver;

import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.LockSystem.Feature;
import java.time.Duration;
import java.util.List;

/**
 * The system that is measured, and where it is.
 *
 * @param patience how long it may take to answer before its answer is given up as lost
 */
record Place(LockSystem system, List<String> endpoints, Duration patience) {
  Connections connect(int count) throws Exception {
    return new Connections(system, endpoints, count);
  }

  Guard guard(String key, Tally tally) {
    return new Guard(key, system.features().contains(Feature.TOKEN), tally);
  }
}
