package io.tenure.simulation.cluster;

/**
 * Mistakes that servers or clients can be made to make. Each breaks a promise, and no world that is
 * explored in earnest has any: they prove that the checker can tell.
 */
public enum Flaw {
  /** A leader tells the client what a command is going to do before a majority has it. */
  ANSWERS_BEFORE_COMMIT,
  /** A new leader gives sessions only a part of their TTL. */
  SHORT_TERM_AT_FAILOVER,
  /** A leader acknowledges keep-alives without asking anybody whether it still leads. */
  CONFIRMS_NOTHING,
  /** A client counts its term from the arrival of the acknowledgement. */
  MEASURES_FROM_ANSWER,
  /** A new leader's term begins with an empty state, and so with small tokens. */
  RESTARTS_TOKENS,
  /** A server comes back from a crash with an empty disk. */
  FORGETS_DISK
}
