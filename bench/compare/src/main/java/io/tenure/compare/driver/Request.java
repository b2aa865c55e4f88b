package io.tenure.compare.driver;

import io.tenure.compare.result.Measurement;
import java.util.List;

/**
 * What the client JVM shall do next.
 *
 * @param servers the processes of the servers, as they are now
 * @param killedNanos when the leader was killed, on the clock of {@link System#nanoTime}, which is
 *     the same for all processes of a machine; only for {@link Kind#FAILOVER_GAP}
 */
public record Request(
    Kind kind, Measurement measurement, int round, List<Long> servers, long killedNanos) {

  /** The steps; a failover takes several, because somebody else kills and revives. */
  public enum Kind {
    /** Load that nobody measures, until the code is compiled on both sides. */
    WARM_UP,
    MEASURE,
    /** Starts the load; the answer comes when it has been normal for a while. */
    FAILOVER_LOAD,
    /** The answer comes when every worker has had a grant again, with the gap. */
    FAILOVER_GAP,
    /** The servers are complete again; the answer comes when the load is normal again. */
    FAILOVER_SETTLE,
    /** Ends the load; the answer has the run. */
    FAILOVER_END
  }
}
