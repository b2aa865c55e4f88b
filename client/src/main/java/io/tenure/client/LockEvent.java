package io.tenure.client;

import java.util.List;

/**
 * Something happened to a hold or a request.
 *
 * @param token the hold's; 0 for a request that was not granted
 * @param value as text
 * @param cause why it was granted or ended, in the words of the protocol; empty if that goes
 *     without saying
 */
public record LockEvent(
    long revision,
    Kind kind,
    String session,
    String owner,
    List<Target> targets,
    long token,
    String value,
    String cause) {
  public LockEvent {
    targets = List.copyOf(targets);
  }

  /** The words of the protocol. */
  public enum Kind {
    GRANTED,
    QUEUED,
    RELEASED,
    WITHDRAWN,
    VALUE_CHANGED,
    DOWNGRADED,
    /** A word of a newer protocol. */
    UNKNOWN
  }
}
