package io.tenure.client.error;

/**
 * Why a call failed or was refused. The values are stable; messages may change. All values except
 * the first four are those of the protocol.
 */
public enum Reason {
  /** No node listens at the address. Nothing was done. */
  UNREACHABLE,
  /** No answer came in time. */
  NO_ANSWER,
  /** The connection broke before the answer came. */
  CONNECTION_LOST,
  /**
   * A reason that this client does not know, from a newer service, or no reason at all. The message
   * says more.
   */
  UNKNOWN,

  /** Others hold the lock, and the request was not to wait. */
  BUSY,
  /** Others still held the lock when the wait timeout expired. */
  TIMED_OUT,
  /** The request would have waited for ever. */
  DEADLOCK,
  /**
   * The key is in use as another kind of lock: a semaphore instead of a lock or the reverse, or a
   * semaphore with another number of permits.
   */
  KIND_MISMATCH,
  /** The request is over: its hold has ended, or it was withdrawn before it was granted. */
  ENDED,
  /** The hold does not exist: it was released, it was lost, or it belongs to another session. */
  NOT_HELD,
  /** The hold cannot be converted: it is a semaphore permit, or it already waits for an upgrade. */
  NOT_CONVERTIBLE,

  /** A value is out of range. The message names the value and the range. */
  INVALID_ARGUMENT,
  /**
   * The keys of one request belong to different shards, or {@code "/"} is watched in a service with
   * several shards. The first segment of a key determines its shard.
   */
  CROSS_SHARD,
  /** The session was closed, has expired, or never existed. Its holds have ended. */
  SESSION_UNKNOWN,
  /** A limit of the service is reached; the message names it. Nothing was done. */
  LIMIT_REACHED,
  /**
   * Too many requests are in progress on the connection or the node. Nothing was done; retry later.
   */
  OVERLOADED,
  /** The request number was used for another request of the session. */
  REQUEST_REUSED,
  /** The service no longer knows the answer to this request number. */
  REQUEST_FORGOTTEN,
  /** The node does not lead the shard. Nothing was done. */
  NOT_LEADER,
  /** The shard has no leader. Nothing was done; retry later. */
  NO_LEADER,
  /** The leader changed while the request was in progress. It may have been executed. */
  LEADERSHIP_LOST,
  /** The node is shutting down, or the client is closed. Nothing was done. */
  SHUTTING_DOWN,
  /** The service no longer keeps the events that the watch needs. Read the keys and watch again. */
  COMPACTED,
  /** The watch did not read its events fast enough. */
  SLOW_SUBSCRIBER,
  /** The same request was sent again, and is answered there. */
  SUPERSEDED,
  /** The operation on the cluster is not possible in its present state. The message says why. */
  CLUSTER_STATE,
  /** The service failed with an internal error. The call may have been executed. */
  INTERNAL
}
