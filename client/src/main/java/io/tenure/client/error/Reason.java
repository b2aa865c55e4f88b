package io.tenure.client.error;

/** Why something failed or was refused. All but the first four are the words of the protocol. */
public enum Reason {
  /** Nothing listens there; nothing was executed. */
  UNREACHABLE,
  /** No answer came in time. */
  NO_ANSWER,
  /** The connection broke before the answer came. */
  CONNECTION_LOST,
  /** A word of a newer protocol, or none at all: the message says more. */
  UNKNOWN,

  BUSY,
  TIMED_OUT,
  DEADLOCK,
  KIND_MISMATCH,
  ENDED,
  NOT_HELD,
  NOT_CONVERTIBLE,

  INVALID_ARGUMENT,
  /**
   * The keys of one request are in different shards, which are divided by the first segment; or
   * everything is watched of a service that has several.
   */
  CROSS_SHARD,
  SESSION_UNKNOWN,
  LIMIT_REACHED,
  OVERLOADED,
  REQUEST_REUSED,
  REQUEST_FORGOTTEN,
  NOT_LEADER,
  NO_LEADER,
  LEADERSHIP_LOST,
  SHUTTING_DOWN,
  COMPACTED,
  SLOW_SUBSCRIBER,
  SUPERSEDED,
  CLUSTER_STATE,
  INTERNAL
}
