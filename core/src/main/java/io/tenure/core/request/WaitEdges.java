package io.tenure.core.request;

import io.tenure.core.table.Claim;
import io.tenure.core.table.ClaimIndex;
import io.tenure.core.table.HeldLink;
import io.tenure.core.table.HeldList;
import io.tenure.core.table.KeyNode;
import io.tenure.core.table.TargetClaim;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Whom a waiting claim waits for: the conflicting holds and the earlier conflicting requests of
 * other owners.
 *
 * <p>Not every one of them is named. If an earlier request for the same key conflicts with
 * everything there, then whatever stands before that request stands in its way too, and following
 * its party leads there. Naming only the nearest such request, and what lies between, keeps a queue
 * of n requests at n links instead of n²; who can be reached is the same. What its own owner has
 * before it is not in its way; so only a request whose owner has no other party will do.
 *
 * <p>Every link that is looked at is a step, also those of the claim's own owner. When the steps
 * are used up, nothing more is named.
 */
final class WaitEdges {
  private final Steps steps;

  WaitEdges(Steps steps) {
    this.steps = steps;
  }

  /** Counts the work of a search. */
  static final class Steps {
    private final int limit;
    private long taken;

    Steps(int limit) {
      this.limit = limit;
    }

    /** Whether these many steps, too, are within the limit. */
    boolean take(int more) {
      taken += more;
      return taken <= limit;
    }

    /** At most the limit. */
    int taken() {
      return (int) Math.min(taken, limit);
    }

    boolean areUsedUp() {
      return taken > limit;
    }
  }

  /** Whether a hold of its own owner makes it needless to wait for the target. */
  boolean isCovered(TargetClaim target) {
    return steps.take(GrantRule.coverageSteps(target)) && GrantRule.isCovered(target);
  }

  /** Names those whom a target that is no permit, or a permit above or below its key, waits for. */
  void conflicts(TargetClaim target, Consumer<Claim> edge) {
    long place = target.claim.place;
    TargetClaim barrier = target.isPermit() ? null : waitingHere(target, edge);
    long from = barrier == null ? Long.MIN_VALUE : barrier.place();
    boolean shared = target.isShared();
    if (barrier == null && !target.isPermit()) {
      held(target.node.lookHere(), target, edge);
    }
    KeyNode above = target.node.above();
    while (above != null && steps.take(1)) {
      waiting(above.lookSpread().waitingBackFrom(place, shared), from, target, edge);
      if (barrier == null) {
        held(above.lookSpread(), target, edge);
      }
      above = above.above();
    }
    if (target.spreads()) {
      boolean barrierBelow = barrier != null && barrier.spreads();
      waiting(
          target.node.lookBelow().waitingBackFrom(place, shared),
          barrierBelow ? from : Long.MIN_VALUE,
          target,
          edge);
      if (!barrierBelow) {
        held(target.node.lookBelow(), target, edge);
      }
    }
  }

  /** Names the requests ahead at the same key, back to the first one that is a barrier, if any. */
  private @Nullable TargetClaim waitingHere(TargetClaim target, Consumer<Claim> edge) {
    ClaimIndex here = target.node.lookHere();
    for (TargetClaim ahead : here.waitingBackFrom(target.claim.place, target.isShared())) {
      if (!steps.take(1)) {
        return ahead;
      }
      if (ahead.owner() != target.owner()) {
        edge.accept(ahead.claim);
        if (!ahead.isShared() && isBarrier(ahead)) {
          return ahead;
        }
      }
    }
    return null;
  }

  private boolean isBarrier(TargetClaim ahead) {
    return ahead.owner().hasOneParty(ahead.claim.party) && !isCovered(ahead);
  }

  /** Names everybody who has a permit of the target's semaphore or waits for one earlier. */
  void permits(TargetClaim target, Consumer<Claim> edge) {
    held(target.node.lookHere(), target, edge);
    ClaimIndex here = target.node.lookHere();
    waiting(here.waitingBackFrom(target.claim.place, false), Long.MIN_VALUE, target, edge);
  }

  /** Names enough of them to reach the others by following. */
  void nearestPermits(TargetClaim target, Consumer<Claim> edge) {
    ClaimIndex here = target.node.lookHere();
    for (TargetClaim ahead : here.waitingBackFrom(target.claim.place, false)) {
      if (!steps.take(1)) {
        return;
      }
      if (ahead.owner() != target.owner()) {
        edge.accept(ahead.claim);
        if (GrantRule.isFull(ahead) && isBarrier(ahead)) {
          return;
        }
      }
    }
    held(here, target, edge);
  }

  private void waiting(
      Iterable<TargetClaim> backwards, long from, TargetClaim target, Consumer<Claim> edge) {
    for (TargetClaim ahead : backwards) {
      if (ahead.place() <= from || !steps.take(1)) {
        return;
      }
      if (ahead.owner() != target.owner()) {
        edge.accept(ahead.claim);
      }
    }
  }

  private void held(ClaimIndex index, TargetClaim target, Consumer<Claim> edge) {
    held(index.unshared(), target, edge);
    if (!target.isShared()) {
      held(index.shared(), target, edge);
    }
  }

  private void held(HeldList list, TargetClaim target, Consumer<Claim> edge) {
    for (HeldLink link = list.first; link != null && steps.take(1); link = link.next) {
      if (link.target().owner() != target.owner()) {
        edge.accept(link.target().claim);
      }
    }
  }
}
