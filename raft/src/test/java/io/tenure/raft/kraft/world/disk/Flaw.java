package io.tenure.raft.kraft.world.disk;

/** What is broken on purpose, to see that the checks notice. */
public enum Flaw {
  NONE,
  /** A vote is kept in memory only. */
  VOTE_NOT_PERSISTED,
  /** A follower and a leader do not wait for their disk. */
  FLUSH_SKIPPED,
  /** A node that is the only voter lets the engine commit before the flush. */
  ACK_BEFORE_FLUSH,
  /** A node that lost its data comes back as the voter that it was. */
  WIPED_VOTER_VOTES,
  /** Leadership counts as confirmed whatever term the others are in. */
  STALE_TERM_CONFIRMS,
  /** A leader reads its state without asking anybody. */
  READ_UNCONFIRMED,
  /** A snapshot that was received is not on disk when the log before it is dropped. */
  SNAPSHOT_NOT_FLUSHED,
  /** A leader does not hand over before it is removed. */
  LEADER_REMOVES_ITSELF,

  // Without the guard of that name: a fault of the engine.
  NAMED_LEADER_UNGUARDED,
  SENDER_ADDRESS_UNGUARDED,
  RESTARTED_CANDIDATE_UNGUARDED,
  LATE_VOTERS_UNGUARDED,
  STALE_OBSERVER_UNGUARDED,
  FORGOTTEN_ADDRESS_UNGUARDED,
  REMOVED_VOTER_UNGUARDED
}
