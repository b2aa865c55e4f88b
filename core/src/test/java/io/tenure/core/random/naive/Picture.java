package io.tenure.core.random.naive;

import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Who holds and who waits at one moment, and the rules that follow from that alone: conflict,
 * coverage, order, fullness and liveness. Everything is a scan over the two lists.
 *
 * @param holds the longest-standing first, where a question about that is asked
 */
public record Picture(List<Hold> holds, List<WaitingRequest> waiting) {

  public static boolean isAbove(Key above, Key below) {
    String upper = above.path();
    String lower = below.path();
    return lower.length() > upper.length()
        && lower.startsWith(upper)
        && lower.charAt(upper.length()) == '/';
  }

  public static boolean isPermit(Target target) {
    return target.mode().kind() == Mode.Kind.SEMAPHORE;
  }

  static boolean meet(Target a, Target b) {
    return a.key().equals(b.key())
        || (a.scope() == Scope.SUBTREE && isAbove(a.key(), b.key()))
        || (b.scope() == Scope.SUBTREE && isAbove(b.key(), a.key()));
  }

  /** For targets of different owners. */
  public static boolean conflict(Target a, Target b) {
    boolean bothShared = a.mode().equals(Mode.SHARED) && b.mode().equals(Mode.SHARED);
    return meet(a, b) && !bothShared && !sameSemaphore(a, b);
  }

  public static boolean sameSemaphore(Target a, Target b) {
    return isPermit(a) && isPermit(b) && a.key().equals(b.key());
  }

  /** A permit covers nothing below it: what is there is another semaphore, or none. */
  public static boolean covers(Target held, Target asked) {
    boolean strong = held.mode().equals(Mode.EXCLUSIVE) || held.mode().equals(asked.mode());
    boolean wide =
        held.key().equals(asked.key())
            ? held.scope() == Scope.SUBTREE || asked.scope() == Scope.KEY
            : held.scope() == Scope.SUBTREE && isAbove(held.key(), asked.key()) && !isPermit(held);
    return strong && wide;
  }

  public static boolean isEarlier(WaitingRequest a, WaitingRequest b) {
    return a.isUpgrade() == b.isUpgrade() ? a.arrival() < b.arrival() : a.isUpgrade();
  }

  /** The waiting requests in the order in which they are considered: upgrades first. */
  List<WaitingRequest> inOrder() {
    List<WaitingRequest> sorted = new ArrayList<>(waiting);
    sorted.sort((a, b) -> a.equals(b) ? 0 : isEarlier(a, b) ? -1 : 1);
    return sorted;
  }

  Picture withWaiting(WaitingRequest request) {
    List<WaitingRequest> more = new ArrayList<>(waiting);
    more.add(request);
    return new Picture(holds, more);
  }

  public boolean isCovered(OwnerId owner, Target asked) {
    for (Hold hold : holds) {
      if (hold.owner().equals(owner) && any(hold.targets(), held -> covers(held, asked))) {
        return true;
      }
    }
    return false;
  }

  /** A loop rather than a stream: most of the time of a run is spent here. */
  private static boolean any(List<Target> targets, Predicate<Target> test) {
    for (Target target : targets) {
      if (test.test(target)) {
        return true;
      }
    }
    return false;
  }

  /** The party of a hold, told apart from others by session and label like an owner. */
  static OwnerId party(Hold hold) {
    return new OwnerId(hold.owner().session(), hold.party());
  }

  static OwnerId party(WaitingRequest request) {
    return new OwnerId(request.owner().session(), request.party());
  }

  /**
   * Other owners that hold, or asked earlier for, something that the test accepts, by a claim of a
   * party that counts.
   */
  private Set<OwnerId> others(
      WaitingRequest request, Predicate<Target> test, Predicate<OwnerId> counts) {
    Set<OwnerId> others = new HashSet<>();
    for (Hold hold : holds) {
      if (!hold.owner().equals(request.owner())
          && any(hold.targets(), test)
          && counts.test(party(hold))) {
        others.add(hold.owner());
      }
    }
    for (WaitingRequest other : waiting) {
      if (!other.owner().equals(request.owner())
          && isEarlier(other, request)
          && any(other.targets(), test)
          && counts.test(party(other))) {
        others.add(other.owner());
      }
    }
    return others;
  }

  /** Owners whose claims conflict with this target of the request, semaphores left aside. */
  public Set<OwnerId> conflicting(WaitingRequest request, Target asked) {
    return conflicting(request, asked, party -> true);
  }

  private Set<OwnerId> conflicting(
      WaitingRequest request, Target asked, Predicate<OwnerId> counts) {
    return others(request, target -> conflict(target, asked), counts);
  }

  /** Other owners that have, or asked earlier for, a permit of the same semaphore. */
  public Set<OwnerId> sharers(WaitingRequest request, Target asked) {
    return sharers(request, asked, party -> true);
  }

  private Set<OwnerId> sharers(WaitingRequest request, Target asked, Predicate<OwnerId> counts) {
    return others(request, target -> sameSemaphore(target, asked), counts);
  }

  public boolean isFull(WaitingRequest request, Target asked) {
    return isPermit(asked) && sharers(request, asked).size() >= asked.mode().limit();
  }

  /** Whether the target could be had if only claims of the parties that count were in the way. */
  private boolean isFree(WaitingRequest request, Target asked, Predicate<OwnerId> counts) {
    return isCovered(request.owner(), asked)
        || (conflicting(request, asked, counts).isEmpty()
            && (!isPermit(asked) || sharers(request, asked, counts).size() < asked.mode().limit()));
  }

  public boolean isGrantable(WaitingRequest request) {
    return request.targets().stream().allMatch(asked -> isFree(request, asked, party -> true));
  }

  /** Whether the request gets its turn when everybody but the stuck parties moves on. */
  boolean isSatisfiable(WaitingRequest request, Set<OwnerId> stuck) {
    return request.targets().stream().allMatch(asked -> isFree(request, asked, stuck::contains));
  }

  /** The parties that wait for ever: those left when nobody else can be shown to be live. */
  public Set<OwnerId> stuck() {
    Set<OwnerId> stuck = new HashSet<>();
    for (WaitingRequest request : waiting) {
      stuck.add(party(request));
    }
    for (; ; ) {
      List<OwnerId> live = stuck.stream().filter(party -> isLive(party, stuck)).toList();
      if (live.isEmpty()) {
        return stuck;
      }
      live.forEach(stuck::remove);
    }
  }

  private boolean isLive(OwnerId party, Set<OwnerId> stuck) {
    return waiting.stream()
        .filter(request -> party(request).equals(party))
        .allMatch(request -> isSatisfiable(request, stuck));
  }

  /** The first request of a party by which it waits for itself, over others that are stuck. */
  Optional<WaitingRequest> hopeless(OwnerId party) {
    Set<OwnerId> stuck = stuck();
    return inOrder().stream()
        .filter(request -> party(request).equals(party) && leadsTo(party, request, stuck))
        .findFirst();
  }

  private boolean leadsTo(OwnerId party, WaitingRequest first, Set<OwnerId> stuck) {
    Set<OwnerId> reached = new HashSet<>(waitsForStuck(first, stuck));
    for (int before = -1; before < reached.size(); ) {
      before = reached.size();
      for (WaitingRequest request : waiting) {
        if (reached.contains(party(request))) {
          reached.addAll(waitsForStuck(request, stuck));
        }
      }
    }
    return reached.contains(party);
  }

  /** The stuck parties because of which the request never gets its turn. */
  private Set<OwnerId> waitsForStuck(WaitingRequest request, Set<OwnerId> stuck) {
    Set<OwnerId> parties = new HashSet<>();
    for (Target asked : request.targets()) {
      if (!isCovered(request.owner(), asked)) {
        addParties(request, target -> conflict(target, asked), stuck, parties);
        if (isPermit(asked)
            && sharers(request, asked, stuck::contains).size() >= asked.mode().limit()) {
          addParties(request, target -> sameSemaphore(target, asked), stuck, parties);
        }
      }
    }
    return parties;
  }

  private void addParties(
      WaitingRequest request, Predicate<Target> test, Set<OwnerId> stuck, Set<OwnerId> parties) {
    for (OwnerId party : stuck) {
      if (!others(request, test, party::equals).isEmpty()) {
        parties.add(party);
      }
    }
  }

  /** Whether a request waits as the link of a cycle says. */
  public boolean has(Outcome.Wait link) {
    OwnerId party = new OwnerId(link.owner().session(), link.party());
    OwnerId by = new OwnerId(link.blockedBy().session(), link.blockedByParty());
    for (WaitingRequest request : waiting) {
      for (Target asked : request.targets()) {
        if (request.owner().equals(link.owner())
            && party(request).equals(party)
            && asked.key().equals(link.key())
            && !isCovered(link.owner(), asked)
            && (conflicting(request, asked, by::equals).contains(link.blockedBy())
                || (isFull(request, asked)
                    && sharers(request, asked, by::equals).contains(link.blockedBy())))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The refusal of a target at a key that is live as another kind of thing. */
  Optional<Outcome> mismatch(Target target) {
    List<Target> there = new ArrayList<>();
    List<Outcome.Holder> holders = new ArrayList<>();
    for (Hold hold : holds) {
      for (Target held : hold.targets()) {
        if (held.key().equals(target.key())) {
          there.add(held);
          holders.add(new Outcome.Holder(hold.owner(), held.key(), hold.token()));
        }
      }
    }
    List<Target> queued = waitingAt(target);
    there.addAll(queued);
    if (there.isEmpty() || there.get(0).mode().limit() == target.mode().limit()) {
      return Optional.empty();
    }
    List<Outcome.Holder> named = holders.subList(0, Math.min(holders.size(), Limits.HOLDERS_NAMED));
    return Optional.of(
        new Outcome.KindMismatch(
            target.key(),
            there.get(0).mode(),
            new Outcome.Standing(List.copyOf(named), queued.size())));
  }

  List<Target> waitingAt(Target target) {
    return waiting.stream()
        .flatMap(request -> request.targets().stream())
        .filter(queued -> queued.key().equals(target.key()))
        .toList();
  }

  /** What a refusal or a place in the queue tells about who stands in the way. */
  Outcome.Standing standing(WaitingRequest request) {
    List<Target> uncovered =
        request.targets().stream().filter(target -> !isCovered(request.owner(), target)).toList();
    List<Outcome.Holder> holders = new ArrayList<>();
    for (Hold hold : holds) {
      if (hold.owner().equals(request.owner()) || holders.size() == Limits.HOLDERS_NAMED) {
        continue;
      }
      hold.targets().stream()
          .filter(held -> uncovered.stream().anyMatch(asks -> standsInTheWay(held, request, asks)))
          .findFirst()
          .ifPresent(
              held -> holders.add(new Outcome.Holder(hold.owner(), held.key(), hold.token())));
    }
    long busiest = 0;
    for (Target target : request.targets()) {
      long met =
          waiting.stream()
              .filter(other -> !other.request().equals(request.request()))
              .flatMap(other -> other.targets().stream())
              .filter(other -> Picture.meet(other, target))
              .count();
      busiest = Math.max(busiest, met);
    }
    return new Outcome.Standing(List.copyOf(holders), (int) busiest);
  }

  private boolean standsInTheWay(Target held, WaitingRequest request, Target asks) {
    return Picture.conflict(held, asks)
        || (Picture.sameSemaphore(held, asks) && isFull(request, asks));
  }
}
