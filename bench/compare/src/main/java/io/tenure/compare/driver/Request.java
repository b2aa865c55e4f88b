package io.tenure.compare.driver;

import io.tenure.compare.driver.meter.MeasuredServers;
import io.tenure.compare.result.Measurement;

/**
 * One step of the driver.
 *
 * @param system the name of the system in the results
 * @param servers the server processes as they are now
 * @param failedNanos when the leader was killed or frozen, on the clock of {@link System#nanoTime},
 *     which is the same for all processes of a machine; only for {@link Kind#FAILOVER_GAP}
 */
public record Request(
    Kind kind,
    String system,
    int round,
    Measurement measurement,
    MeasuredServers servers,
    long failedNanos) {

  /** The steps. A failover takes several, because the main process kills and restarts servers. */
  public enum Kind {
    /** Load whose result is discarded, until the JIT compilers on both sides are done. */
    WARM_UP,
    /** One complete measurement; the reply has the run. */
    MEASURE,
    /** Starts the load; the reply comes when its normal rate is known. */
    FAILOVER_LOAD,
    /** The reply comes when every worker was granted a lock again, and has the gap. */
    FAILOVER_GAP,
    /** All servers run again; the reply comes when the load has recovered. */
    FAILOVER_SETTLE,
    /** Ends the load; the reply has the run. */
    FAILOVER_END
  }
}
