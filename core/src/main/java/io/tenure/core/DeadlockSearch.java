package io.tenure.core;

import io.tenure.core.Outcome.Wait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether an owner waits for itself.
 *
 * <p>Without semaphores that is a cycle in the graph of who waits for whom. A permit, however, may
 * come from any of its holders, so a cycle through one of them is no deadlock while another can
 * still let go. The general question is therefore: assuming that every owner who is not waiting
 * lets go in the end, does the asker get everything in the end? An owner is <em>live</em> if each
 * thing it waits for comes free when all live owners have let go; the least fixpoint of that
 * decides.
 *
 * <p>The work is bounded, and the verdict must be the same on every replica although hash tables
 * differ. So neither phase stops early: the whole of what can be reached is counted, and if that
 * exceeds the limit the verdict is that the search gave up, whatever else it has seen.
 *
 * <ol>
 *   <li>Follow the waits from the asker over the nearest links only. If they never come back to the
 *       asker, it cannot wait for itself. This ends nearly every search.
 *   <li>Otherwise take all links, and compute who is live.
 * </ol>
 */
final class DeadlockSearch {
  private final Owner asker;
  private final int limit;
  private int steps;

  private DeadlockSearch(Owner asker, int limit) {
    this.asker = asker;
    this.limit = limit;
  }

  /** What a search found: live, not live, or not known because it gave up. */
  record Verdict(boolean live, boolean gaveUp, List<Wait> cycle, @Nullable Claim stuck) {
    private static final Verdict LIVE = new Verdict(true, false, List.of(), null);
    private static final Verdict GAVE_UP = new Verdict(false, true, List.of(), null);
  }

  /**
   * Whether the owner of a request that has just entered the queue would wait for itself. Costs
   * nothing if the owner has nothing else: nobody can wait for it then.
   */
  static Verdict searchNewest(Claim newest, int limit) {
    boolean hasNothingElse = newest.owner.held.size == 0 && newest.owner.waiting().size == 1;
    return hasNothingElse ? Verdict.LIVE : search(newest.owner, limit);
  }

  static Verdict search(Owner asker, int limit) {
    DeadlockSearch search = new DeadlockSearch(asker, limit);
    boolean returns = search.returnsToAsker();
    if (search.gaveUp()) {
      return Verdict.GAVE_UP;
    }
    return returns ? search.exactVerdict() : Verdict.LIVE;
  }

  private boolean gaveUp() {
    return steps > limit;
  }

  private boolean returnsToAsker() {
    Set<Owner> seen = new HashSet<>();
    ArrayDeque<Owner> open = new ArrayDeque<>();
    open.add(asker);
    while (!open.isEmpty() && !gaveUp()) {
      Owner owner = open.remove();
      for (Claim claim = owner.waiting().first; claim != null; claim = claim.nextOfOwner) {
        for (TargetClaim target : claim.targets) {
          if (!Blockers.isCovered(target)) {
            WaitEdges.conflicts(target, by -> follow(by, seen, open));
            if (Blockers.isFull(target)) {
              WaitEdges.nearestPermits(target, by -> follow(by, seen, open));
            }
          }
        }
      }
    }
    return seen.contains(asker);
  }

  private boolean follow(Owner by, Set<Owner> seen, ArrayDeque<Owner> open) {
    steps++;
    boolean leadsOn = by == asker || by.waiting().size > 0;
    if (leadsOn && !gaveUp() && seen.add(by) && by != asker) {
      open.add(by);
    }
    return !gaveUp();
  }

  /** An owner in the exact graph. */
  private static final class Party {
    final Owner owner;
    final List<Need> needs = new ArrayList<>();
    final List<Need> neededBy = new ArrayList<>();
    int openNeeds;

    Party(Owner owner) {
      this.owner = owner;
    }

    boolean isLive() {
      return openNeeds == 0;
    }
  }

  /** One thing that an owner waits for, met when at most {@code spare} of its parties are stuck. */
  private static final class Need {
    final Party of;
    final TargetClaim target;
    final int spare;
    final Set<Party> from = new HashSet<>();
    int stuck;

    Need(Party of, TargetClaim target, int spare) {
      this.of = of;
      this.target = target;
      this.spare = spare;
    }

    boolean isMet() {
      return stuck <= spare;
    }
  }

  private Verdict exactVerdict() {
    steps = 0;
    Map<Owner, Party> parties = reach();
    if (gaveUp()) {
      return Verdict.GAVE_UP;
    }
    spreadLife(parties.values());
    Party party = parties.get(asker);
    if (party == null || party.isLive()) {
      return Verdict.LIVE;
    }
    Claim stuck = null;
    for (Need need : party.needs) {
      Claim claim = need.target.claim;
      if (!need.isMet() && (stuck == null || claim.place < stuck.place)) {
        stuck = claim;
      }
    }
    return new Verdict(false, false, cycle(party), stuck);
  }

  private Map<Owner, Party> reach() {
    Map<Owner, Party> parties = new LinkedHashMap<>();
    ArrayDeque<Party> open = new ArrayDeque<>();
    open.add(parties.computeIfAbsent(asker, Party::new));
    while (!open.isEmpty() && !gaveUp()) {
      Party party = open.remove();
      Owner owner = party.owner;
      for (Claim claim = owner.waiting().first; claim != null; claim = claim.nextOfOwner) {
        for (TargetClaim target : claim.targets) {
          if (!Blockers.isCovered(target)) {
            Need all = new Need(party, target, 0);
            WaitEdges.conflicts(target, by -> need(all, by, parties, open));
            settleNeed(all);
            if (target.isPermit()) {
              Need some = new Need(party, target, target.target.mode().limit() - 1);
              WaitEdges.permits(target, by -> need(some, by, parties, open));
              settleNeed(some);
            }
          }
        }
      }
    }
    return parties;
  }

  private boolean need(Need need, Owner by, Map<Owner, Party> parties, ArrayDeque<Party> open) {
    steps++;
    if (gaveUp() || by.waiting().size == 0) {
      return !gaveUp();
    }
    Party party = parties.get(by);
    if (party == null) {
      party = new Party(by);
      parties.put(by, party);
      open.add(party);
    }
    need.from.add(party);
    return true;
  }

  private static void settleNeed(Need need) {
    need.stuck = need.from.size();
    if (!need.isMet()) {
      need.of.needs.add(need);
      need.of.openNeeds++;
      need.from.forEach(party -> party.neededBy.add(need));
    }
  }

  private static void spreadLife(Iterable<Party> parties) {
    ArrayDeque<Party> live = new ArrayDeque<>();
    for (Party party : parties) {
      if (party.isLive()) {
        live.add(party);
      }
    }
    while (!live.isEmpty()) {
      for (Need need : live.remove().neededBy) {
        boolean met = need.isMet();
        need.stuck--;
        if (!met && need.isMet() && --need.of.openNeeds == 0) {
          live.add(need.of);
        }
      }
    }
  }

  /** A short way from the asker over stuck owners back to itself: the first found, by name. */
  private List<Wait> cycle(Party start) {
    Map<Party, Wait> reachedBy = new HashMap<>();
    Map<Party, Party> reachedFrom = new HashMap<>();
    ArrayDeque<Party> open = new ArrayDeque<>();
    open.add(start);
    while (!reachedBy.containsKey(start)) {
      Party party = open.remove();
      for (Need need : party.needs) {
        if (!need.isMet()) {
          List<Party> stuck = new ArrayList<>(need.from);
          stuck.removeIf(Party::isLive);
          stuck.sort(Comparator.comparing(other -> other.owner.id));
          for (Party other : stuck) {
            if (!reachedBy.containsKey(other)) {
              Key key = need.target.target.key();
              reachedBy.put(other, new Wait(party.owner.id, key, other.owner.id));
              reachedFrom.put(other, party);
              open.add(other);
            }
          }
        }
      }
    }
    return backFrom(start, reachedBy, reachedFrom);
  }

  private static List<Wait> backFrom(
      Party start, Map<Party, Wait> reachedBy, Map<Party, Party> reachedFrom) {
    ArrayDeque<Wait> links = new ArrayDeque<>();
    Party at = start;
    do {
      links.addFirst(Objects.requireNonNull(reachedBy.get(at)));
      at = Objects.requireNonNull(reachedFrom.get(at));
    } while (at != start);
    return links.stream().limit(Limits.CYCLE_NAMED).toList();
  }
}
