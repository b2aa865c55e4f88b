package io.tenure.core.request;

import io.tenure.core.model.Footprint;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.Outcome.LimitReached;
import io.tenure.core.model.Value;
import io.tenure.core.table.Claim;
import io.tenure.core.table.LockTable;
import io.tenure.core.table.TargetClaim;
import org.jspecify.annotations.Nullable;

/** Checks the limits. Each check returns the limit that would be exceeded, or null. */
final class CapacityCheck {
  private final Limits limits;
  private final LockTable table;

  CapacityCheck(Limits limits, LockTable table) {
    this.limits = limits;
    this.table = table;
  }

  /**
   * Checks a new request, whether it will be granted or must wait. The nodes of its keys already
   * exist.
   */
  @Nullable LimitReached refusesToHold(Claim claim, Value value) {
    if (table.heldTargets() + claim.targets.length > limits.holds()) {
      return new LimitReached(Limit.HOLDS, limits.holds());
    }
    if (claim.owner.heldTargets + claim.targets.length > limits.holdsPerOwner()) {
      return new LimitReached(Limit.HOLDS_PER_OWNER, limits.holdsPerOwner());
    }
    if (table.heldBytes() + Footprint.held(claim, value) > limits.heldBytes()) {
      return new LimitReached(Limit.HELD_BYTES, limits.heldBytes());
    }
    return null;
  }

  /** Checks a request that must wait. */
  @Nullable LimitReached refusesToQueue(Claim claim, Value value) {
    if (table.waitingTargets() + claim.targets.length > limits.waiters()) {
      return new LimitReached(Limit.WAITERS, limits.waiters());
    }
    if (table.waitingBytes() + Footprint.waiting(claim, value) > limits.waitingBytes()) {
      return new LimitReached(Limit.WAITING_BYTES, limits.waitingBytes());
    }
    if (claim.owner.waiting().size >= limits.waitersPerOwner()) {
      return new LimitReached(Limit.WAITERS_PER_OWNER, limits.waitersPerOwner());
    }
    if (claim.party.waitingAsParty().size() >= limits.waitersPerOwner()) {
      return new LimitReached(Limit.WAITERS_PER_PARTY, limits.waitersPerOwner());
    }
    for (TargetClaim target : claim.targets) {
      if (target.node.lookHere().waitingCount() >= limits.waitersPerKey()) {
        return new LimitReached(Limit.WAITERS_PER_KEY, limits.waitersPerKey());
      }
    }
    return null;
  }

  /** Checks a new value of a hold. */
  @Nullable LimitReached refusesToSet(Claim claim, Value value) {
    int growth = value.size() - claim.hold().value().size();
    return growth > 0 && table.heldBytes() + growth > limits.heldBytes()
        ? new LimitReached(Limit.HELD_BYTES, limits.heldBytes())
        : null;
  }
}
