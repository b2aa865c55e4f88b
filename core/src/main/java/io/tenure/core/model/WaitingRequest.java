package io.tenure.core.model;

import io.tenure.core.table.Claim;
import java.util.Comparator;
import java.util.List;

/**
 * A request that is in the queue.
 *
 * @param arrival the revision at which it first queued: its place in the order of arrival
 * @param party who waits, see {@link Command.AcquireLock#party}
 * @param targets what it asks for, in key order
 * @param upgradeOf the token of the hold that it would make exclusive, or {@link #NO_HOLD}; such a
 *     request stands ahead of every request that is not an upgrade
 */
public record WaitingRequest(
    long arrival,
    OwnerId owner,
    String party,
    RequestId request,
    List<Target> targets,
    Value value,
    long upgradeOf) {
  public static final long NO_HOLD = 0;

  /** A request whose owner is its party. */
  public WaitingRequest(
      long arrival,
      OwnerId owner,
      RequestId request,
      List<Target> targets,
      Value value,
      long upgradeOf) {
    this(arrival, owner, owner.label(), request, targets, value, upgradeOf);
  }

  /** The order of {@link Claim#place}. */
  public static final Comparator<WaitingRequest> QUEUE_ORDER =
      Comparator.comparing((WaitingRequest request) -> !request.isUpgrade())
          .thenComparingLong(WaitingRequest::arrival);

  public boolean isUpgrade() {
    return upgradeOf != NO_HOLD;
  }
}
