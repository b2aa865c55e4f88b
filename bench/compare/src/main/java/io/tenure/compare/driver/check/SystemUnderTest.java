package io.tenure.compare.driver.check;

import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.LockSystem.Feature;
import java.time.Duration;
import java.util.List;

/**
 * The system that is measured, and its endpoints.
 *
 * @param patience how long a call may take before it counts as never answered
 */
public record SystemUnderTest(LockSystem system, List<String> endpoints, Duration patience) {
  /** Connects that many clients, each of which stands for one program. */
  public ClientPool connect(int count) throws Exception {
    return new ClientPool(system, endpoints, count);
  }

  /** A new monitor for a key. */
  public ExclusionMonitor monitor(String key, FaultCounter faults) {
    return new ExclusionMonitor(key, system.features().contains(Feature.TOKEN), faults);
  }
}
