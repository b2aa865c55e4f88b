package io.tenure.faults.checker;

import java.time.Duration;

/**
 * How long things may take that must happen at some time.
 *
 * @param progress until everybody gets something done again when all faults are over
 * @param giveBack until what was granted to a request that had been given up is given back
 */
public record Bounds(Duration progress, Duration giveBack) {
  public static final Bounds DEFAULT = new Bounds(Duration.ofSeconds(30), Duration.ofSeconds(60));
}
