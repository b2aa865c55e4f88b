package io.tenure.core;

import org.jspecify.annotations.Nullable;

/**
 * An owner that has at least one claim. Its holds and its waiting requests are two linked lists
 * through the claims themselves: holds in the order in which they came to be what they are,
 * requests in order of arrival.
 */
final class Owner {
  private static final Chain NOTHING = new Chain();

  /** Who holds more than this is not asked where. */
  private static final int FEW = 16;

  final OwnerId id;
  final SessionEntry session;

  final Chain held = new Chain();

  /** Made when first needed: most owners never wait. */
  private @Nullable Chain waiting;

  /** Targets of all holds together. */
  int heldTargets;

  Owner(OwnerId id, SessionEntry session) {
    this.id = id;
    this.session = session;
  }

  boolean isIdle() {
    return held.size == 0 && waiting().size == 0;
  }

  /** Whether one of its holds is in the index. Errs to yes if that takes long to find out. */
  boolean mayBeIn(ClaimIndex index) {
    if (heldTargets > FEW) {
      return true;
    }
    for (Claim claim = held.first; claim != null; claim = claim.nextOfOwner) {
      for (TargetClaim target : claim.targets) {
        if (target.isIn(index)) {
          return true;
        }
      }
    }
    return false;
  }

  /** For looking only. */
  Chain waiting() {
    return waiting == null ? NOTHING : waiting;
  }

  void addWaiting(Claim claim) {
    waiting = waiting == null ? new Chain() : waiting;
    waiting.addByArrival(claim);
  }

  void removeWaiting(Claim claim) {
    waiting().remove(claim);
    if (waiting().size == 0) {
      waiting = null;
    }
  }

  /** A list through {@link Claim#previousOfOwner} and {@link Claim#nextOfOwner}. */
  static final class Chain {
    @Nullable Claim first;
    private @Nullable Claim last;
    int size;

    void add(Claim claim) {
      addAfter(last, claim);
    }

    /** Nearly always the last, but for one that was away. */
    void addByArrival(Claim claim) {
      Claim before = last;
      while (before != null && before.arrival() > claim.arrival()) {
        before = before.previousOfOwner;
      }
      addAfter(before, claim);
    }

    private void addAfter(@Nullable Claim previous, Claim claim) {
      Claim next = previous == null ? first : previous.nextOfOwner;
      claim.previousOfOwner = previous;
      claim.nextOfOwner = next;
      if (previous == null) {
        first = claim;
      } else {
        previous.nextOfOwner = claim;
      }
      if (next == null) {
        last = claim;
      } else {
        next.previousOfOwner = claim;
      }
      size++;
    }

    void remove(Claim claim) {
      Claim previous = claim.previousOfOwner;
      Claim next = claim.nextOfOwner;
      if (previous == null) {
        first = next;
      } else {
        previous.nextOfOwner = next;
      }
      if (next == null) {
        last = previous;
      } else {
        next.previousOfOwner = previous;
      }
      claim.previousOfOwner = null;
      claim.nextOfOwner = null;
      size--;
    }
  }
}
