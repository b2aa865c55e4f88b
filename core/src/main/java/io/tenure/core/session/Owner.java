package io.tenure.core.session;

import io.tenure.core.model.OwnerId;
import io.tenure.core.request.DeadlockSearch;
import io.tenure.core.table.Claim;
import io.tenure.core.table.HeldKeys;
import io.tenure.core.table.TargetClaim;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A label inside a session that at least one claim names, as its owner or as its party.
 *
 * <p>As an owner it decides who conflicts with whom. Its holds and its waiting requests are two
 * linked lists through the claims themselves: holds in the order in which they came to be what they
 * are, requests in order of arrival.
 *
 * <p>As a party it is a vertex of the graph of who waits for whom; see {@link DeadlockSearch}. Most
 * owners are their own parties.
 */
public final class Owner {
  private static final Chain NOTHING = new Chain();

  /** Who holds more targets than this keeps them by key. */
  public static final int FEW = 16;

  public final OwnerId id;
  public final SessionEntry session;

  public final Chain held = new Chain();

  /** Made when first needed: most owners never wait. */
  private @Nullable Chain waiting;

  /** Targets of all holds together. */
  public int heldTargets;

  /** The same by key, while they are more than a few. */
  private @Nullable HeldKeys heldKeys;

  /** Parties of its claims other than itself, with the number of claims; not kept if fresh. */
  private @Nullable Map<Owner, Integer> otherParties;

  /** Claims that are held with this as their party. */
  private int heldAsParty;

  /** Claims that wait with this as their party, by place. */
  private @Nullable TreeMap<Long, Claim> waitingAsParty;

  /** Whether only one request ever has it as its owner, and so one party. */
  private final boolean isFresh;

  public Owner(OwnerId id, SessionEntry session) {
    this.id = id;
    this.session = session;
    this.isFresh = id.isFresh();
  }

  boolean isFresh() {
    return isFresh;
  }

  boolean isIdle() {
    return held.size == 0 && waiting().size == 0 && !isParty();
  }

  private boolean isParty() {
    return heldAsParty > 0 || waitingAsParty != null;
  }

  /** Whether one of its holds covers the target. */
  public boolean covers(TargetClaim target) {
    if (heldKeys != null) {
      return heldKeys.covers(target);
    }
    for (Claim claim = held.first; claim != null; claim = claim.nextOfOwner) {
      for (TargetClaim own : claim.targets) {
        if (own.target.covers(target.target)) {
          return true;
        }
      }
    }
    return false;
  }

  /** For looking only. */
  public Chain waiting() {
    return waiting == null ? NOTHING : waiting;
  }

  /** Whether one of the party's requests waits. */
  public boolean waitsAsParty() {
    return waitingAsParty != null;
  }

  /** The party's requests that wait, in the order of the queue; for looking only. */
  public Collection<Claim> waitingAsParty() {
    return waitingAsParty == null ? List.of() : waitingAsParty.values();
  }

  /** Whether the party has nothing but one request that waits. */
  public boolean onlyWaitsOnce() {
    return heldAsParty == 0 && waitingAsParty().size() == 1;
  }

  /** Whether all claims of the owner have this party: then to follow one of them is enough. */
  public boolean hasOneParty(Owner party) {
    if (isFresh || otherParties == null) {
      return true;
    }
    return otherParties.getOrDefault(party, 0) == held.size + waiting().size;
  }

  public void addHeld(Claim claim) {
    held.add(claim);
    heldTargets += claim.targets.length;
    if (heldKeys != null) {
      heldKeys.add(claim);
    } else if (heldTargets > FEW) {
      heldKeys = new HeldKeys();
      for (Claim each = held.first; each != null; each = each.nextOfOwner) {
        heldKeys.add(each);
      }
    }
    claim.party.heldAsParty++;
    countParty(claim, 1);
  }

  public void removeHeld(Claim claim) {
    held.remove(claim);
    heldTargets -= claim.targets.length;
    if (heldKeys != null && heldTargets > FEW / 2) {
      heldKeys.remove(claim);
    } else {
      heldKeys = null;
    }
    claim.party.heldAsParty--;
    countParty(claim, -1);
  }

  public void addWaiting(Claim claim) {
    waiting = waiting == null ? new Chain() : waiting;
    waiting.addByArrival(claim);
    Owner party = claim.party;
    party.waitingAsParty = party.waitingAsParty == null ? new TreeMap<>() : party.waitingAsParty;
    party.waitingAsParty.put(claim.place, claim);
    countParty(claim, 1);
  }

  public void removeWaiting(Claim claim) {
    waiting().remove(claim);
    if (waiting().size == 0) {
      waiting = null;
    }
    Owner party = claim.party;
    if (party.waitingAsParty != null) {
      party.waitingAsParty.remove(claim.place);
      party.waitingAsParty = party.waitingAsParty.isEmpty() ? null : party.waitingAsParty;
    }
    countParty(claim, -1);
  }

  private void countParty(Claim claim, int change) {
    if (claim.party == this || isFresh) {
      return;
    }
    otherParties = otherParties == null ? new HashMap<>(2) : otherParties;
    if (otherParties.merge(claim.party, change, Integer::sum) == 0) {
      otherParties.remove(claim.party);
    }
    otherParties = otherParties.isEmpty() ? null : otherParties;
  }

  /** A list through {@link Claim#previousOfOwner} and {@link Claim#nextOfOwner}. */
  public static final class Chain {
    @Nullable public Claim first;
    private @Nullable Claim last;
    public int size;

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
