package io.tenure.faults.history;

import java.util.List;

/**
 * An event of a shard's log, as every watch must show it.
 *
 * @param revision its number; the next event has the next one
 * @param session as on the wire
 * @param token of the hold; 0 for what only waits
 * @param request the session's number of what was granted, queued or withdrawn, or the hold came
 *     from
 * @param cause why it was granted or ended, in the protocol's words; may be empty
 * @param replaced with a grant that was an upgrade: the token that the hold had before
 */
public record LogEvent(
    long revision,
    Kind kind,
    long session,
    String owner,
    List<Wanted> targets,
    long token,
    String value,
    long request,
    String cause,
    long replaced) {
  /** The cause, not a word of the protocol, of a wait that goes on where it was broken off. */
  public static final String BACK = "BACK";

  public LogEvent {
    targets = List.copyOf(targets);
  }

  /** The protocol's words. */
  public enum Kind {
    GRANTED,
    QUEUED,
    RELEASED,
    WITHDRAWN,
    VALUE_CHANGED,
    DOWNGRADED
  }
}
