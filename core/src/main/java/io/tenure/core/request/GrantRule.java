package io.tenure.core.request;

import io.tenure.core.session.Owner;
import io.tenure.core.table.Claim;
import io.tenure.core.table.ClaimIndex;
import io.tenure.core.table.HeldLink;
import io.tenure.core.table.HeldList;
import io.tenure.core.table.KeyNode;
import io.tenure.core.table.TargetClaim;
import io.tenure.core.table.Witness;
import org.jspecify.annotations.Nullable;

/**
 * The grant rule. A target stands free when a hold of its own owner covers it, or when no other
 * owner's hold, nor another owner's earlier request, conflicts with it. A target meets what is at
 * its own key, what spreads from the keys above it, and, if it spreads itself, everything below.
 *
 * <p>Permits of one semaphore do not conflict one by one. They conflict when so many other owners
 * have a permit, or wait for one earlier, that the limit is used up.
 */
public final class GrantRule {
  private GrantRule() {}

  /**
   * Looks for a reason to wait and stores it in the claim as its witness. Prefers the request just
   * ahead in the queue to the hold at its head, so that one release affects one waiter.
   *
   * @return false if nothing blocks the claim
   */
  public static boolean findWitness(Claim claim) {
    for (TargetClaim target : claim.targets) {
      if (isCovered(target)) {
        continue;
      }
      if (isFull(target)) {
        claim.waitForPermit(target);
        return true;
      }
      Witness reason = conflicting(target);
      if (reason != null) {
        claim.waitFor(target, reason);
        return true;
      }
    }
    return false;
  }

  private static @Nullable Witness conflicting(TargetClaim target) {
    KeyNode node = target.node;
    Witness found = null;
    if (!target.isPermit()) {
      found = node.lookHere().waitingAgainst(target);
    }
    for (KeyNode above = node.above(); found == null && above != null; above = above.above()) {
      found = above.lookSpread().waitingAgainst(target);
    }
    if (found == null && !target.isPermit()) {
      found = node.lookHere().heldAgainst(target);
    }
    for (KeyNode above = node.above(); found == null && above != null; above = above.above()) {
      found = above.lookSpread().heldAgainst(target);
    }
    if (found == null && target.spreads()) {
      found = node.lookBelow().heldAgainst(target);
      if (found == null) {
        found = node.lookBelow().waitingAgainst(target);
      }
    }
    return found;
  }

  /**
   * Whether a waiter behind the draft's queue position waits for something that the draft conflicts
   * with.
   */
  static boolean isAheadOfWaiters(Claim draft) {
    for (TargetClaim target : draft.targets) {
      KeyNode node = target.node;
      if (node.lookHere().hasWaiterBehind(draft.place)
          || (target.spreads() && node.lookBelow().hasWaiterBehind(draft.place))) {
        return true;
      }
      for (KeyNode above = node.above(); above != null; above = above.above()) {
        if (above.lookSpread().hasWaiterBehind(draft.place)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the permits that others have, or wait for earlier, leave none for this target. */
  static boolean isFull(TargetClaim target) {
    return target.isPermit() && target.node.isLive() && target.node.permits().isFullFor(target);
  }

  /** Whether a hold of the target's owner covers it, so that it need not wait. */
  public static boolean isCovered(TargetClaim target) {
    return target.owner().covers(target);
  }

  /**
   * How many steps {@link #isCovered} takes, at most: the same on every replica. Who holds more
   * than a few targets is asked for each segment of the key.
   */
  static int coverageSteps(TargetClaim target) {
    return Math.min(target.owner().heldTargets, Owner.FEW) + 1;
  }

  /**
   * The newest hold of the claim's owner that has exactly the claim's targets. Such a hold is at
   * every one of their keys, so it is looked for where the fewest are.
   */
  static @Nullable Claim sameHold(Claim claim) {
    Owner owner = claim.owner;
    TargetClaim rarest = claim.targets[0];
    for (TargetClaim target : claim.targets) {
      if (heldLike(target).size < heldLike(rarest).size) {
        rarest = target;
      }
    }
    Claim newest = null;
    if (owner.heldTargets < heldLike(rarest).size) {
      for (Claim held = owner.held.first; held != null; held = held.nextOfOwner) {
        newest = newerMatch(claim, held, newest);
      }
      return newest;
    }
    for (HeldLink link = heldLike(rarest).first; link != null; link = link.next) {
      if (link.target().owner() == owner) {
        newest = newerMatch(claim, link.target().claim, newest);
      }
    }
    return newest;
  }

  private static HeldList heldLike(TargetClaim target) {
    ClaimIndex here = target.node.lookHere();
    return target.isShared() ? here.shared() : here.unshared();
  }

  private static @Nullable Claim newerMatch(Claim claim, Claim held, @Nullable Claim best) {
    boolean newer = best == null || held.hold().token() > best.hold().token();
    return newer && held.wanted.equals(claim.wanted) ? held : best;
  }
}
