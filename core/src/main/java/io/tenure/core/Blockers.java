package io.tenure.core;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The grant rule. A target stands free when a hold of its own owner covers it, or when no other
 * owner's hold, nor another owner's earlier request, conflicts with it. A target meets what is at
 * its own key, what spreads from the keys above it, and, if it spreads itself, everything below.
 *
 * <p>Permits of one semaphore do not conflict one by one. They conflict when so many other owners
 * have a permit, or wait for one earlier, that the limit is used up.
 */
final class Blockers {
  private Blockers() {}

  /**
   * Looks for a reason to wait and leaves it in the claim as its witness. Prefers the request just
   * ahead in the queue to the hold at its head: then one release concerns one waiter.
   *
   * @return false if nothing stands in the way
   */
  static boolean findWitness(Claim claim) {
    for (TargetClaim target : claim.targets) {
      if (isCovered(target)) {
        continue;
      }
      if (isFull(target)) {
        claim.fullAt = target.node;
        return true;
      }
      TargetClaim blocker = conflicting(target);
      if (blocker != null) {
        claim.watch(blocker.claim);
        return true;
      }
    }
    return false;
  }

  private static @Nullable TargetClaim conflicting(TargetClaim target) {
    Owner owner = target.owner();
    KeyNode node = target.node;
    boolean shared = target.isShared();
    long place = target.claim.place;
    TargetClaim found = null;
    if (!target.isPermit()) {
      found = node.lookHere().waitingAgainst(owner, shared, place);
    }
    for (KeyNode above = node.above(); found == null && above != null; above = above.above()) {
      found = above.lookSpread().waitingAgainst(owner, shared, place);
    }
    if (found == null && !target.isPermit()) {
      found = node.lookHere().heldAgainst(owner, shared);
    }
    for (KeyNode above = node.above(); found == null && above != null; above = above.above()) {
      found = above.lookSpread().heldAgainst(owner, shared);
    }
    if (found == null && target.spreads()) {
      found = node.lookBelow().heldAgainst(owner, shared);
      if (found == null) {
        found = node.lookBelow().waitingAgainst(owner, shared, place);
      }
    }
    return found;
  }

  /** Whether the permits that others have, or wait for earlier, leave none for this target. */
  static boolean isFull(TargetClaim target) {
    KeyNode node = target.node;
    if (!target.isPermit() || !node.isLive()) {
      return false;
    }
    Owner owner = target.owner();
    int others = node.permitsTaken() - (node.hasPermit(owner) ? 1 : 0);
    if (others < node.limit() && node.lookHere().waitingCount() > 0) {
      Set<Owner> earlier = new HashSet<>();
      for (TargetClaim ahead : node.lookHere().waitingInOrder()) {
        if (ahead.place() >= target.claim.place || others + earlier.size() >= node.limit()) {
          break;
        }
        if (ahead.owner() != owner && !node.hasPermit(ahead.owner())) {
          earlier.add(ahead.owner());
        }
      }
      others += earlier.size();
    }
    return others >= node.limit();
  }

  /**
   * Whether a hold of the target's owner makes it needless to wait for it. Walks what is fewer: the
   * owner's holds or the holds around the key.
   */
  static boolean isCovered(TargetClaim target) {
    Owner owner = target.owner();
    if (owner.heldTargets == 0) {
      return false;
    }
    int around = target.node.lookHere().held();
    for (KeyNode above = target.node.above(); above != null; above = above.above()) {
      around += above.lookSpread().held();
    }
    if (around == 0) {
      return false;
    }
    return owner.heldTargets < around ? coveredByOwner(target) : coveredAround(target);
  }

  private static boolean coveredByOwner(TargetClaim target) {
    for (Claim held = target.owner().held.first; held != null; held = held.nextOfOwner) {
      for (TargetClaim own : held.targets) {
        if (own.target.covers(target.target)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean coveredAround(TargetClaim target) {
    if (target.node.lookHere().covers(target.owner(), target.target)) {
      return true;
    }
    for (KeyNode above = target.node.above(); above != null; above = above.above()) {
      if (above.lookSpread().covers(target.owner(), target.target)) {
        return true;
      }
    }
    return false;
  }

  /** The newest hold of the claim's owner that has exactly the claim's targets. */
  static @Nullable Claim sameHold(Claim claim) {
    Claim newest = null;
    Owner owner = claim.owner;
    ClaimIndex here = claim.targets[0].node.lookHere();
    if (owner.heldTargets == 0 || here.held() == 0) {
      return null;
    }
    if (owner.heldTargets < here.held()) {
      for (Claim held = owner.held.first; held != null; held = held.nextOfOwner) {
        newest = newerMatch(claim, held, newest);
      }
      return newest;
    }
    HeldList list = claim.targets[0].isShared() ? here.shared() : here.unshared();
    for (HeldLink link = list.first; link != null; link = link.next) {
      if (link.target().owner() == owner) {
        newest = newerMatch(claim, link.target().claim, newest);
      }
    }
    return newest;
  }

  private static @Nullable Claim newerMatch(Claim claim, Claim held, @Nullable Claim best) {
    boolean newer = best == null || held.hold().token() > best.hold().token();
    return newer && held.wanted.equals(claim.wanted) ? held : best;
  }
}
