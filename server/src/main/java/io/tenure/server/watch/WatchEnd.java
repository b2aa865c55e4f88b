package io.tenure.server.watch;

/**
 * Why a subscription ended without its subscriber's doing.
 *
 * @param revision with {@link Reason#COMPACTED} the revision that a later subscription must start
 *     after, having read the state as it is at or after that; otherwise the revision up to which
 *     everything was delivered, after which another subscription may go on
 */
public record WatchEnd(Reason reason, long revision) {

  /** Named as on the wire. */
  public enum Reason {
    /** Events that it has not been given are not kept any more. */
    COMPACTED,
    /** It was not ready for too long, or too much has happened meanwhile. */
    SLOW_SUBSCRIBER,
    /** The node has as many subscriptions as it may have. */
    LIMIT_REACHED,
    SHUTTING_DOWN,
    /** The subscriber or the delivery failed: a bug. */
    INTERNAL
  }
}
