package io.tenure.core.request;

import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome.Holder;
import io.tenure.core.model.Outcome.Standing;
import io.tenure.core.session.Owner;
import io.tenure.core.table.Claim;
import io.tenure.core.table.ClaimIndex;
import io.tenure.core.table.HeldLink;
import io.tenure.core.table.HeldList;
import io.tenure.core.table.KeyNode;
import io.tenure.core.table.TargetClaim;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Says who stands in the way of a claim. Only for answers: nothing is decided here. */
final class BusyReport {
  private BusyReport() {}

  /** What stands in the way of a draft or of a waiting claim. */
  static Standing of(Claim claim) {
    Map<Long, Claim> oldest = new TreeMap<>();
    for (TargetClaim target : claim.targets) {
      if (!GrantRule.isCovered(target)) {
        collectConflicting(target, oldest);
      }
    }
    return standing(oldest, held -> contested(claim, held), waitingAround(claim));
  }

  /** How many others wait at the busiest of the claim's targets. */
  static int waitingAround(Claim claim) {
    int waiting = 0;
    for (TargetClaim target : claim.targets) {
      waiting = Math.max(waiting, waitingAround(target));
    }
    return waiting;
  }

  /** Who is at this very key, whoever asks. */
  static Standing at(Key key, KeyNode node) {
    Map<Long, Claim> oldest = new TreeMap<>();
    collect(node.lookHere().shared(), null, oldest);
    collect(node.lookHere().unshared(), null, oldest);
    return standing(oldest, claim -> key, node.lookHere().waitingCount());
  }

  /** The mode of the hold that has stood longest at a live key, or of its first request. */
  static Mode modeAt(KeyNode node) {
    ClaimIndex here = node.lookHere();
    HeldLink shared = here.shared().first;
    HeldLink unshared = here.unshared().first;
    if (shared != null
        && (unshared == null || shared.target().claim.since < unshared.target().claim.since)) {
      return shared.target().target.mode();
    }
    return unshared != null
        ? unshared.target().target.mode()
        : here.waitingInOrder().iterator().next().target.mode();
  }

  private static void collectConflicting(TargetClaim target, Map<Long, Claim> oldest) {
    boolean shared = target.isShared();
    Owner owner = target.owner();
    if (!target.isPermit() || GrantRule.isFull(target)) {
      collect(target.node.lookHere(), shared, owner, oldest);
    }
    for (KeyNode above = target.node.above(); above != null; above = above.above()) {
      collect(above.lookSpread(), shared, owner, oldest);
    }
    if (target.spreads()) {
      collect(target.node.lookBelow(), shared, owner, oldest);
    }
  }

  private static void collect(
      ClaimIndex index, boolean wishIsShared, Owner but, Map<Long, Claim> oldest) {
    collect(index.unshared(), but, oldest);
    if (!wishIsShared) {
      collect(index.shared(), but, oldest);
    }
  }

  /** A hold's links in one list are neighbours, because it enters with all its targets at once. */
  private static void collect(HeldList list, @Nullable Owner but, Map<Long, Claim> oldest) {
    Claim last = null;
    int named = 0;
    for (HeldLink link = list.first;
        link != null && named < Limits.HOLDERS_NAMED;
        link = link.next) {
      Claim claim = link.target().claim;
      if (claim.owner != but && claim != last) {
        oldest.put(claim.since, claim);
        named++;
        last = claim;
      }
    }
  }

  private static Standing standing(
      Map<Long, Claim> oldest, Function<Claim, Key> keyOf, int waiting) {
    List<Holder> holders =
        oldest.values().stream()
            .limit(Limits.HOLDERS_NAMED)
            .map(held -> new Holder(held.owner.id, keyOf.apply(held), held.hold().token()))
            .toList();
    return new Standing(holders, waiting);
  }

  /** The first key of a hold that stands in the way of the claim. */
  private static Key contested(Claim claim, Claim held) {
    for (TargetClaim theirs : held.targets) {
      for (TargetClaim ours : claim.targets) {
        boolean samePermits = ours.isPermit() && ours.node == theirs.node;
        if (theirs.target.conflictsWith(ours.target)
            && !GrantRule.isCovered(ours)
            && (!samePermits || GrantRule.isFull(ours))) {
          return theirs.target.key();
        }
      }
    }
    throw new IllegalStateException("broken invariant: a hold in the way conflicts");
  }

  private static int waitingAround(TargetClaim target) {
    int waiting = target.node.lookHere().waitingCount();
    for (KeyNode above = target.node.above(); above != null; above = above.above()) {
      waiting += above.lookSpread().waitingCount();
    }
    if (target.spreads()) {
      waiting += target.node.lookBelow().waitingCount();
    }
    if (target.claim.waiting != null) {
      for (TargetClaim own : target.claim.targets) {
        waiting -= own.target.meets(target.target) ? 1 : 0;
      }
    }
    return waiting;
  }
}
