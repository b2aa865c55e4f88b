package io.tenure.core.random.check;

/** What is checked after every command. */
public enum Check {
  /** The core throws nothing. */
  NO_EXCEPTION,
  /** The model gives the same outcome. */
  OUTCOME,
  /** The model gives the same events in the same order. */
  EVENTS,
  /** Packed and unpacked, events are what they were. */
  EVENTS_AS_BYTES,
  /** The model has the same revision, holds, waiting requests and sessions. */
  STATE,
  /** Looking up a key, listing and counting say what a scan over holds and requests says. */
  READS,
  /** A deadlock names a cycle that is real, closed, and the same when asked again. */
  CYCLE,
  /** No two owners' holds conflict, and no semaphore has more owners than permits. */
  EXCLUSION,
  /** Revisions grow by one; a grant's token is its revision and the greatest its keys have seen. */
  TOKENS,
  /** Each grant obeyed the grant rule, earlier requests included, when its event happened. */
  GRANT_RULE,
  /** The events alone lead from the state before the command to the state after it. */
  EVENTS_EXPLAIN_STATE,
  /**
   * No request waits that could be granted, unless the core says that it has not come to it yet.
   */
  NOBODY_FORGOTTEN,
  /** The key trie has a node for each prefix of a live key and no other. */
  NO_DEAD_KEYS,
  /** What is held and what waits takes no more memory than the limits in bytes allow. */
  MEMORY,
  /** Every owner gets its turn if the others go on. */
  NO_DEADLOCK,
  /** Holds and requests belong to live sessions, upgrades to live holds. */
  NO_ORPHANS,
  /** A second core that is fed the same commands captures the same bytes. */
  SAME_LOG_SAME_BYTES,
  /**
   * A core that is restored from its own snapshot now and then cannot be told from one that is not.
   */
  RESTORE_CHANGES_NOTHING,
  /** A captured snapshot does not change with the state. */
  SNAPSHOT_IS_FROZEN
}
