package io.tenure.core.request;

import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome.Wait;
import io.tenure.core.request.WaitEdges.Steps;
import io.tenure.core.session.Owner;
import io.tenure.core.table.Claim;
import io.tenure.core.table.TargetClaim;
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
 * Determines whether a party waits for itself.
 *
 * <p>Owners decide which claims conflict; parties are what waits. Without semaphores the question
 * is whether the graph of which party waits for which has a cycle. A permit, however, may come from
 * any of its holders, so a cycle through one of them is no deadlock while another can still let go.
 * The general question is therefore: assuming that every party that is not waiting lets go in the
 * end, does the asker get everything in the end? A party is <em>live</em> if each thing it waits
 * for comes free when all live parties have let go; the least fixpoint of that decides.
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
public final class DeadlockSearch {
  private final Owner asker;
  private final Steps steps;
  private final WaitEdges edges;

  private DeadlockSearch(Owner asker, Steps steps) {
    this.asker = asker;
    this.steps = steps;
    this.edges = new WaitEdges(steps);
  }

  /** What a search found: live, not live, or not known because it gave up. */
  record Verdict(boolean live, boolean gaveUp, List<Wait> cycle, @Nullable Claim stuck) {
    private static final Verdict LIVE = new Verdict(true, false, List.of(), null);
    private static final Verdict GAVE_UP = new Verdict(false, true, List.of(), null);
  }

  /**
   * Whether the party of a request that has just entered the queue would wait for itself. Costs
   * nothing if the party has nothing else: nobody can wait for it then.
   */
  static Verdict searchNewest(Claim newest, Steps steps) {
    return newest.party.onlyWaitsOnce() ? Verdict.LIVE : search(newest.party, steps);
  }

  /** Whether a party waits for itself. Several searches may share their steps. */
  static Verdict search(Owner asker, Steps steps) {
    DeadlockSearch search = new DeadlockSearch(asker, steps);
    boolean returns = search.returnsToAsker();
    if (steps.areUsedUp()) {
      return Verdict.GAVE_UP;
    }
    return returns ? search.exactVerdict() : Verdict.LIVE;
  }

  private boolean returnsToAsker() {
    Set<Owner> seen = new HashSet<>();
    ArrayDeque<Owner> open = new ArrayDeque<>();
    open.add(asker);
    while (!open.isEmpty() && !steps.areUsedUp()) {
      for (Claim claim : open.remove().waitingAsParty()) {
        for (TargetClaim target : claim.targets) {
          if (steps.take(1) && !edges.isCovered(target)) {
            edges.conflicts(target, by -> follow(by.party, seen, open));
            if (GrantRule.isFull(target)) {
              edges.nearestPermits(target, by -> follow(by.party, seen, open));
            }
          }
        }
      }
    }
    return seen.contains(asker);
  }

  private void follow(Owner by, Set<Owner> seen, ArrayDeque<Owner> open) {
    boolean leadsOn = by == asker || by.waitsAsParty();
    if (leadsOn && seen.add(by) && by != asker) {
      open.add(by);
    }
  }

  /** A party in the exact graph. */
  private static final class Vertex {
    final Owner party;
    final List<Need> needs = new ArrayList<>();
    final List<Obstacle> blocks = new ArrayList<>();
    int openNeeds;

    Vertex(Owner party) {
      this.party = party;
    }

    boolean isLive() {
      return openNeeds == 0;
    }
  }

  /** One thing that a party waits for, met when at most {@code spare} of the obstacles are left. */
  private static final class Need {
    final Vertex of;
    final TargetClaim target;
    final int spare;
    final Map<Owner, Obstacle> obstacles = new HashMap<>();
    int left;

    Need(Vertex of, TargetClaim target, int spare) {
      this.of = of;
      this.target = target;
      this.spare = spare;
    }

    boolean isMet() {
      return left <= spare;
    }
  }

  /** An owner in the way, gone when all the parties that have its claims there are live. */
  private static final class Obstacle {
    final Need to;
    final Owner owner;
    final Set<Vertex> parties = new HashSet<>();
    int stuck;

    Obstacle(Need to, Owner owner) {
      this.to = to;
      this.owner = owner;
    }
  }

  private Verdict exactVerdict() {
    Map<Owner, Vertex> vertices = reach();
    if (steps.areUsedUp()) {
      return Verdict.GAVE_UP;
    }
    propagateLiveness(vertices.values());
    Vertex vertex = vertices.get(asker);
    if (vertex == null || vertex.isLive()) {
      return Verdict.LIVE;
    }
    Claim stuck = firstThatLeadsBack(vertex);
    return stuck == null ? Verdict.LIVE : new Verdict(false, false, cycle(vertex), stuck);
  }

  /**
   * The first of the asker's requests that waits for the asker; null if it only waits for others
   * that wait for themselves.
   */
  private static @Nullable Claim firstThatLeadsBack(Vertex asker) {
    Claim first = null;
    Set<Vertex> seen = new HashSet<>();
    ArrayDeque<Vertex> open = new ArrayDeque<>();
    open.add(asker);
    while (!open.isEmpty()) {
      for (Obstacle obstacle : open.remove().blocks) {
        Need need = obstacle.to;
        Claim claim = need.target.claim;
        if (need.isMet()) {
          continue;
        }
        if (need.of == asker && (first == null || claim.place < first.place)) {
          first = claim;
        }
        if (need.of != asker && seen.add(need.of)) {
          open.add(need.of);
        }
      }
    }
    return first;
  }

  private Map<Owner, Vertex> reach() {
    Map<Owner, Vertex> vertices = new LinkedHashMap<>();
    ArrayDeque<Vertex> open = new ArrayDeque<>();
    open.add(vertices.computeIfAbsent(asker, Vertex::new));
    while (!open.isEmpty() && !steps.areUsedUp()) {
      Vertex vertex = open.remove();
      for (Claim claim : vertex.party.waitingAsParty()) {
        for (TargetClaim target : claim.targets) {
          if (steps.take(1) && !edges.isCovered(target)) {
            Need all = new Need(vertex, target, 0);
            edges.conflicts(target, by -> need(all, by, vertices, open));
            settleNeed(all);
            if (target.isPermit()) {
              Need some = new Need(vertex, target, target.target.mode().limit() - 1);
              edges.permits(target, by -> need(some, by, vertices, open));
              settleNeed(some);
            }
          }
        }
      }
    }
    return vertices;
  }

  private static void need(
      Need need, Claim by, Map<Owner, Vertex> vertices, ArrayDeque<Vertex> open) {
    if (!by.party.waitsAsParty()) {
      return;
    }
    Vertex vertex = vertices.get(by.party);
    if (vertex == null) {
      vertex = new Vertex(by.party);
      vertices.put(by.party, vertex);
      open.add(vertex);
    }
    need.obstacles
        .computeIfAbsent(by.owner, owner -> new Obstacle(need, owner))
        .parties
        .add(vertex);
  }

  private static void settleNeed(Need need) {
    need.left = need.obstacles.size();
    if (!need.isMet()) {
      need.of.needs.add(need);
      need.of.openNeeds++;
      for (Obstacle obstacle : need.obstacles.values()) {
        obstacle.stuck = obstacle.parties.size();
        obstacle.parties.forEach(vertex -> vertex.blocks.add(obstacle));
      }
    }
  }

  private static void propagateLiveness(Iterable<Vertex> vertices) {
    ArrayDeque<Vertex> live = new ArrayDeque<>();
    for (Vertex vertex : vertices) {
      if (vertex.isLive()) {
        live.add(vertex);
      }
    }
    while (!live.isEmpty()) {
      for (Obstacle obstacle : live.remove().blocks) {
        Need need = obstacle.to;
        boolean met = need.isMet();
        need.left -= --obstacle.stuck == 0 ? 1 : 0;
        if (!met && need.isMet() && --need.of.openNeeds == 0) {
          live.add(need.of);
        }
      }
    }
  }

  /** A short way from the asker over stuck parties back to itself: the first found, by name. */
  private List<Wait> cycle(Vertex start) {
    Map<Vertex, Wait> reachedBy = new HashMap<>();
    Map<Vertex, Vertex> reachedFrom = new HashMap<>();
    ArrayDeque<Vertex> open = new ArrayDeque<>();
    open.add(start);
    while (!reachedBy.containsKey(start)) {
      Vertex vertex = open.remove();
      for (Need need : vertex.needs) {
        if (!need.isMet()) {
          for (Obstacle obstacle : byName(need)) {
            for (Vertex other : stuckByName(obstacle)) {
              if (!reachedBy.containsKey(other)) {
                reachedBy.put(other, link(need.target, obstacle.owner, other.party));
                reachedFrom.put(other, vertex);
                open.add(other);
              }
            }
          }
        }
      }
    }
    return backFrom(start, reachedBy, reachedFrom);
  }

  private static List<Obstacle> byName(Need need) {
    List<Obstacle> obstacles = new ArrayList<>(need.obstacles.values());
    obstacles.sort(Comparator.comparing(obstacle -> obstacle.owner.id));
    return obstacles;
  }

  private static List<Vertex> stuckByName(Obstacle obstacle) {
    List<Vertex> stuck = new ArrayList<>(obstacle.parties);
    stuck.removeIf(Vertex::isLive);
    stuck.sort(Comparator.comparing(vertex -> vertex.party.id));
    return stuck;
  }

  private static Wait link(TargetClaim target, Owner blockedBy, Owner blockedByParty) {
    Claim claim = target.claim;
    return new Wait(
        claim.owner.id,
        claim.party.id.label(),
        target.target.key(),
        blockedBy.id,
        blockedByParty.id.label());
  }

  private static List<Wait> backFrom(
      Vertex start, Map<Vertex, Wait> reachedBy, Map<Vertex, Vertex> reachedFrom) {
    ArrayDeque<Wait> links = new ArrayDeque<>();
    Vertex at = start;
    do {
      links.addFirst(Objects.requireNonNull(reachedBy.get(at)));
      at = Objects.requireNonNull(reachedFrom.get(at));
    } while (at != start);
    return links.stream().limit(Limits.CYCLE_NAMED).toList();
  }
}
