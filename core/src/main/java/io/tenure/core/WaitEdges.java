package io.tenure.core;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whom a waiting claim waits for: the owners of conflicting holds and of earlier conflicting
 * requests.
 *
 * <p>Not every one of them is named. If an earlier request for the same key conflicts with
 * everything there, then whatever stands before that request stands in its way too, and following
 * its owner leads there. Naming only the nearest such request, and what lies between, keeps a queue
 * of n requests at n links instead of n²; who can be reached is the same.
 *
 * <p>The callback says whether to go on.
 */
final class WaitEdges {
  private WaitEdges() {}

  /** Names those whom a target that is no permit, or a permit above or below its key, waits for. */
  static void conflicts(TargetClaim target, Predicate<Owner> edge) {
    long place = target.claim.place;
    TargetClaim wall = target.isPermit() ? null : waitingHere(target, edge);
    long from = wall == null ? Long.MIN_VALUE : wall.place();
    boolean shared = target.isShared();
    if (wall == null && !target.isPermit()) {
      held(target.node.lookHere(), target, edge);
    }
    for (KeyNode above = target.node.above(); above != null; above = above.above()) {
      waiting(above.lookSpread().waitingBackFrom(place, shared), from, target, edge);
      if (wall == null) {
        held(above.lookSpread(), target, edge);
      }
    }
    if (target.spreads()) {
      boolean walledBelow = wall != null && wall.spreads();
      waiting(
          target.node.lookBelow().waitingBackFrom(place, shared),
          walledBelow ? from : Long.MIN_VALUE,
          target,
          edge);
      if (!walledBelow) {
        held(target.node.lookBelow(), target, edge);
      }
    }
  }

  /** Names the requests ahead at the same key, back to the first one that is a wall, if any. */
  private static @Nullable TargetClaim waitingHere(TargetClaim target, Predicate<Owner> edge) {
    ClaimIndex here = target.node.lookHere();
    for (TargetClaim ahead : here.waitingBackFrom(target.claim.place, target.isShared())) {
      if (ahead.owner() != target.owner()) {
        boolean isWall = !ahead.isShared() && !Blockers.isCovered(ahead);
        if (!edge.test(ahead.owner()) || isWall) {
          return ahead;
        }
      }
    }
    return null;
  }

  /** Names everybody who has a permit of the target's semaphore or waits for one earlier. */
  static void permits(TargetClaim target, Predicate<Owner> edge) {
    held(target.node.lookHere(), target, edge);
    ClaimIndex here = target.node.lookHere();
    waiting(here.waitingBackFrom(target.claim.place, false), Long.MIN_VALUE, target, edge);
  }

  /** Names enough of them to reach the others by following. */
  static void nearestPermits(TargetClaim target, Predicate<Owner> edge) {
    ClaimIndex here = target.node.lookHere();
    for (TargetClaim ahead : here.waitingBackFrom(target.claim.place, false)) {
      if (ahead.owner() != target.owner()) {
        boolean isWall = Blockers.isFull(ahead) && !Blockers.isCovered(ahead);
        if (!edge.test(ahead.owner()) || isWall) {
          return;
        }
      }
    }
    held(here, target, edge);
  }

  private static void waiting(
      Iterable<TargetClaim> backwards, long from, TargetClaim target, Predicate<Owner> edge) {
    for (TargetClaim ahead : backwards) {
      if (ahead.place() <= from) {
        return;
      }
      if (ahead.owner() != target.owner() && !edge.test(ahead.owner())) {
        return;
      }
    }
  }

  private static void held(ClaimIndex index, TargetClaim target, Predicate<Owner> edge) {
    held(index.unshared(), target, edge);
    if (!target.isShared()) {
      held(index.shared(), target, edge);
    }
  }

  private static void held(HeldList list, TargetClaim target, Predicate<Owner> edge) {
    for (HeldLink link = list.first; link != null; link = link.next) {
      if (link.target().owner() != target.owner() && !edge.test(link.target().owner())) {
        return;
      }
    }
  }
}
