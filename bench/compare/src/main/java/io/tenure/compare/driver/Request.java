package io.tenure.compare.driver;

import io.tenure.compare.result.Measurement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the client JVM shall do next.
 *
 * @param killedNanos when the leader was killed, on the clock of {@link System#nanoTime}, which is
 *     the same for all processes of a machine; only for {@link Kind#FAILOVER_GAP}
 */
public record Request(
    Kind kind, Measurement measurement, int round, Servers servers, long killedNanos) {

  /**
   * The servers as they are now.
   *
   * @param pids their processes
   * @param leader of these, the one whose death hurts most; null if there is but one
   * @param data where their state is
   */
  public record Servers(List<Long> pids, @Nullable Long leader, String data) {}

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
