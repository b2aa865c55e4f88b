package io.tenure.client.admin;

import java.util.Map;
import java.util.OptionalLong;

/**
 * The result of a comparison of the members' states of a shard.
 *
 * @param index the index of the log at which the states were compared
 * @param result how the states compare
 * @param checksums the checksum of each member, by node id; empty for a member that did not answer
 *     within one minute
 */
public record StateComparison(long index, Result result, Map<String, OptionalLong> checksums) {
  /** How the states compare. */
  public enum Result {
    /** All members have the same state. */
    EQUAL,
    /**
     * At least two members have different states. A member whose state differs from that of a
     * majority stops.
     */
    DIFFERS,
    /** The members that answered have the same state, but not all members answered. */
    UNKNOWN
  }

  public StateComparison {
    checksums = Map.copyOf(checksums);
  }
}
