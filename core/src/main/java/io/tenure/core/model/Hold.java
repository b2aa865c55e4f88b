package io.tenure.core.model;

import java.util.List;

/**
 * A granted request.
 *
 * @param token the fencing token: the revision of the grant
 * @param party who waits while somebody waits for the owner, see {@link Command.AcquireLock#party}
 * @param request the request that was granted
 * @param targets in key order
 */
public record Hold(
    long token, OwnerId owner, String party, RequestId request, List<Target> targets, Value value) {

  /** A hold whose owner is its party. */
  public Hold(long token, OwnerId owner, RequestId request, List<Target> targets, Value value) {
    this(token, owner, owner.label(), request, targets, value);
  }
}
