package io.tenure.faults.history;

import java.util.List;

/**
 * What a client asked for. Fields that do not belong to the kind are empty or 0.
 *
 * @param session as on the wire, its shard included
 * @param owner inside the session
 * @param token what is released or changed
 * @param waitMillis -1 for ever, 0 not to wait
 */
public record Operation(
    Kind kind,
    int shard,
    long session,
    String owner,
    List<Wanted> targets,
    long token,
    String value,
    long waitMillis) {
  public Operation {
    targets = List.copyOf(targets);
  }

  /** The kinds. */
  public enum Kind {
    OPEN_SESSION,
    CLOSE_SESSION,
    ACQUIRE,
    RELEASE,
    SET_VALUE
  }
}
