package io.tenure.raft;

import org.jspecify.annotations.Nullable;

/**
 * Why a {@link LogEntry} was not committed here, as far as this node knows.
 *
 * @param leader the leader, if another node leads and is known
 */
public record AppendFailure(Reason reason, String message, @Nullable Member leader) {
  /** Whether the entry may be in the log is said by {@link LogEntry#markAppended} alone. */
  public enum Reason {
    /** Another node leads. */
    NOT_LEADER,
    /** No leader is known, or this one is not ready or is handing over. */
    NO_LEADER,
    /** Too many entries are under way. */
    OVERLOADED,
    /** This node takes no entries any more. */
    STOPPED
  }
}
