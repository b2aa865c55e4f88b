package io.tenure.client;

import java.util.List;

/**
 * A change of a hold or a request.
 *
 * @param revision the position of the event in its shard
 * @param kind what happened
 * @param session the session of the hold or request
 * @param owner its owner, within the session
 * @param targets its keys
 * @param token the token of the hold; 0 for a request that was not granted
 * @param value the text attached to the hold
 * @param cause why it was granted or ended, as named by the protocol; empty for other kinds of
 *     events
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

  /** What happened, as named by the protocol. */
  public enum Kind {
    /** A request was granted. */
    GRANTED,
    /** A request has started to wait. */
    QUEUED,
    /** A hold has ended. */
    RELEASED,
    /** A waiting request has ended without being granted. */
    WITHDRAWN,
    /** A holder has replaced its value. */
    VALUE_CHANGED,
    /** An exclusive hold has become shared. */
    DOWNGRADED,
    /** A kind that this client does not know, from a newer service. */
    UNKNOWN
  }
}
