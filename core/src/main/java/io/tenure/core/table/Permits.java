package io.tenure.core.table;

import io.tenure.core.session.Owner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The permits of a semaphore. An owner uses one permit, however many of its holds include one.
 *
 * <p>A request for a permit must wait when the other owners that have one, or wait for one earlier,
 * use up the limit. Count the distinct owners: first those that have permits, then those that wait,
 * in order. The request with which the count passes the limit, and all behind it, must wait; none
 * before it must. So one place tells them apart ({@link #fullFrom}). It is found by walking the
 * line from the front, and kept until somebody leaves or gets a permit out of turn; that one of
 * those before it gets its permit does not change it.
 */
public final class Permits {
  private static final long NOT_FULL = Long.MAX_VALUE;
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final KeyNode node;
  private final int limit;

  /** Owners with the number of their holds here. */
  private final Map<Owner, Integer> holders = new HashMap<>();

  /** Owners with the number of their holds and requests here. */
  private final Map<Owner, Integer> claimants = new HashMap<>();

  /** The claims that wait because this is used up, by place. */
  private final TreeMap<Long, Claim> waiters = new TreeMap<>();

  private long fullFrom = NOT_FULL;

  Permits(KeyNode node, int limit) {
    this.node = node;
    this.limit = limit;
  }

  /** A request gets a permit at once; a covered one possibly ahead of earlier requests. */
  void take(Owner owner) {
    claimants.merge(owner, 1, Integer::sum);
    if (hold(owner)) {
      fullFrom = UNKNOWN;
    }
  }

  /** A waiting request gets a permit; a covered one possibly ahead of others. */
  void takeAwaited(TargetClaim target) {
    if (hold(target.owner()) && target.place() >= fullFrom) {
      fullFrom = UNKNOWN;
    }
  }

  /** Whether the owner had none before: only then the count is another one. */
  private boolean hold(Owner owner) {
    boolean isFirst = holders.merge(owner, 1, Integer::sum) == 1;
    Invariant.check(holders.size() <= limit, "a semaphore grants at most its limit");
    return isFirst;
  }

  void giveBack(Owner owner) {
    subtract(holders, owner);
    leave(owner);
  }

  /** A request waits: nearly always as the last one, except for one that was suspended. */
  void await(TargetClaim target) {
    boolean isNew = claimants.merge(target.owner(), 1, Integer::sum) == 1;
    if (node.lookHere().hasWaiterBehind(target.place())) {
      fullFrom = UNKNOWN;
    } else if (isNew && fullFrom == NOT_FULL && claimants.size() > limit) {
      fullFrom = target.place();
    }
  }

  /** One hold or request of the owner has ended. */
  void leave(Owner owner) {
    subtract(claimants, owner);
    if (!holders.containsKey(owner)) {
      fullFrom = UNKNOWN;
    }
  }

  private static void subtract(Map<Owner, Integer> counts, Owner owner) {
    if (counts.merge(owner, -1, Integer::sum) == 0) {
      counts.remove(owner);
    }
  }

  /** Whether what others have and await earlier leaves no permit for this target. */
  public boolean isFullFor(TargetClaim target) {
    if (claimants.size() < limit) {
      return false;
    }
    if (!target.isInLine() && node.lookHere().hasWaiterBehind(target.place())) {
      return othersUseItUpBefore(target);
    }
    boolean othersUseItUp = claimants.size() == limit && !claimants.containsKey(target.owner());
    return othersUseItUp || target.place() >= fullFrom();
  }

  /**
   * Whether so many others have a permit, or wait for one ahead of where the target would stand.
   */
  private boolean othersUseItUpBefore(TargetClaim target) {
    int free = limit - holders.size() + (holders.containsKey(target.owner()) ? 1 : 0);
    Set<Owner> ahead = new HashSet<>();
    for (TargetClaim waiting : node.lookHere().waitingInOrder()) {
      if (ahead.size() >= free || waiting.place() > target.place()) {
        break;
      }
      if (waiting.owner() != target.owner() && !holders.containsKey(waiting.owner())) {
        ahead.add(waiting.owner());
      }
    }
    return ahead.size() >= free;
  }

  private long fullFrom() {
    if (fullFrom == UNKNOWN) {
      fullFrom = claimants.size() <= limit ? NOT_FULL : firstBeyondLimit();
    }
    return fullFrom;
  }

  private long firstBeyondLimit() {
    Set<Owner> ahead = new HashSet<>();
    for (TargetClaim target : node.lookHere().waitingInOrder()) {
      if (!holders.containsKey(target.owner()) && ahead.add(target.owner())) {
        if (holders.size() + ahead.size() > limit) {
          return target.place();
        }
      }
    }
    throw new IllegalStateException("broken invariant: more owners than permits, but none waits");
  }

  void addWaiter(Claim claim) {
    waiters.put(claim.place, claim);
  }

  void removeWaiter(Claim claim) {
    waiters.remove(claim.place);
  }

  /** The claims that wait for a permit and may get one now, in order. */
  Iterable<Claim> vacancies() {
    return waiters.headMap(fullFrom(), false).values();
  }
}
