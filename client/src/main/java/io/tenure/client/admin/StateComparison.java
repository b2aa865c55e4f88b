package io.tenure.client.admin;

import java.util.Map;
import java.util.OptionalLong;

/**
 * What came of a comparison of the nodes' states of a shard.
 *
 * @param index the position in the log at which the states were compared
 * @param checksums of each member by its id; empty for one that did not answer within a minute
 */
public record StateComparison(long index, Result result, Map<String, OptionalLong> checksums) {
  /** How the states compare. */
  public enum Result {
    /** All members have the same state. */
    EQUAL,
    /** At least two members have different states. One that a majority contradicts stops. */
    DIFFERS,
    /** Those that answered have the same state, but not all members answered. */
    UNKNOWN
  }

  public StateComparison {
    checksums = Map.copyOf(checksums);
  }
}
