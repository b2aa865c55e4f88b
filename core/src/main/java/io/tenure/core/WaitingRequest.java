package io.tenure.core;

import java.util.List;

/**
 * A request that is in the queue.
 *
 * @param arrival the revision at which it queued: its place in the order of arrival
 * @param targets what it asks for, in key order
 * @param upgradeOf the token of the hold that it would make exclusive, or {@link #NO_HOLD}; such a
 *     request stands ahead of every request that is not an upgrade
 */
public record WaitingRequest(
    long arrival,
    OwnerId owner,
    RequestId request,
    List<Target> targets,
    Value value,
    long upgradeOf) {
  public static final long NO_HOLD = 0;

  public boolean isUpgrade() {
    return upgradeOf != NO_HOLD;
  }
}
