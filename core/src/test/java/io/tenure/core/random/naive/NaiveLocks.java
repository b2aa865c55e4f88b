package io.tenure.core.random.naive;

import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.WaitingRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The holds and the queue of the naive model, and everything that changes them. */
final class NaiveLocks {
  /** The longest-standing first: a grant and a downgrade go to the end. */
  final List<Hold> holds = new ArrayList<>();

  /** By arrival. */
  final List<WaitingRequest> waiting = new ArrayList<>();

  /** Those whose clients are out of reach. */
  final List<WaitingRequest> away = new ArrayList<>();

  /** What was asked for, of each hold that was converted since. */
  private final Map<RequestId, NaiveCall> converted = new HashMap<>();

  /** What the current command has changed so far. */
  final List<Event> events = new ArrayList<>();

  /** Parties that may wait for themselves by what the command has done, in order. */
  private final Set<OwnerId> suspects = new LinkedHashSet<>();

  long revision;

  /** Targets that the current command may still grant to requests that wait. */
  int grantable;

  private final NaiveSessions sessions;

  NaiveLocks(NaiveSessions sessions) {
    this.sessions = sessions;
  }

  Picture picture() {
    return new Picture(holds, waiting);
  }

  Optional<Hold> hold(long token) {
    return holds.stream().filter(hold -> hold.token() == token).findFirst();
  }

  void queue(WaitingRequest request) {
    waiting.add(request);
    waiting.sort(Comparator.comparing(WaitingRequest::arrival));
    events.add(new Event.Queued(++revision, request));
  }

  /** What a hold was asked for as. */
  NaiveCall asked(Hold hold) {
    return converted.getOrDefault(hold.request(), NaiveCall.of(hold));
  }

  void downgrade(Hold hold, Hold shared) {
    converted.put(hold.request(), asked(hold));
    holds.remove(hold);
    holds.add(shared);
    events.add(new Event.Downgraded(++revision, shared));
    suspectUncovered(hold);
    grantAll();
  }

  void changeValue(Hold hold, Hold changed) {
    holds.set(holds.indexOf(hold), changed);
    events.add(new Event.ValueChanged(++revision, changed));
  }

  long grant(WaitingRequest request, GrantCause cause) {
    Hold hold =
        new Hold(
            ++revision,
            request.owner(),
            request.party(),
            request.request(),
            request.targets(),
            request.value());
    holds.add(hold);
    events.add(new Event.Granted(revision, hold, request.request(), cause, 0));
    suspectIfOneOfSeveral(hold);
    return revision;
  }

  long upgrade(WaitingRequest request) {
    Hold old = hold(request.upgradeOf()).orElseThrow();
    converted.put(old.request(), asked(old));
    Hold upgraded =
        new Hold(
            ++revision, old.owner(), old.party(), old.request(), request.targets(), old.value());
    holds.remove(old);
    holds.add(upgraded);
    events.add(
        new Event.Granted(revision, upgraded, request.request(), GrantCause.UPGRADED, old.token()));
    suspectIfOneOfSeveral(upgraded);
    return revision;
  }

  /** In order, as far as the current command may. */
  void grantAll() {
    while (grantable > 0) {
      Picture now = picture();
      Optional<WaitingRequest> next = now.inOrder().stream().filter(now::isGrantable).findFirst();
      if (next.isEmpty()) {
        return;
      }
      WaitingRequest request = next.get();
      waiting.remove(request);
      grantable -= request.targets().size();
      if (request.isUpgrade()) {
        Outcome converted = new Outcome.Converted(upgrade(request));
        sessions.remember(request.request(), NaiveCall.of(request), converted);
      } else {
        grant(request, GrantCause.WAITED);
      }
    }
  }

  void endAndSettle(Hold hold, EndCause cause) {
    for (WaitingRequest request : List.copyOf(waiting)) {
      if (request.upgradeOf() == hold.token()) {
        withdraw(request, cause);
      }
    }
    end(hold, cause);
    grantAll();
  }

  void end(Hold hold, EndCause cause) {
    holds.remove(hold);
    events.add(new Event.Released(++revision, hold, cause));
    suspectUncovered(hold);
    sessions.remember(hold.request(), asked(hold), new Outcome.Ended(hold.token(), cause));
    converted.remove(hold.request());
  }

  void withdraw(WaitingRequest request, EndCause cause) {
    waiting.remove(request);
    events.add(new Event.Withdrawn(++revision, request, cause));
    sessions.remember(request.request(), NaiveCall.of(request), new Outcome.Ended(0, cause));
  }

  void standAside(WaitingRequest request) {
    waiting.remove(request);
    away.add(request);
    events.add(new Event.Withdrawn(++revision, request, EndCause.AWAY));
    grantAll();
  }

  void suspect(OwnerId party) {
    suspects.add(party);
  }

  /** Those whose request of the same owner the hold covered. */
  private void suspectUncovered(Hold hold) {
    for (WaitingRequest request : waiting) {
      boolean covered =
          hold.targets().stream()
              .anyMatch(
                  held ->
                      request.targets().stream().anyMatch(asked -> Picture.covers(held, asked)));
      if (request.owner().equals(hold.owner()) && covered) {
        suspect(Picture.party(request));
      }
    }
  }

  /** What is held by one party may let in a request of another one of the same owner. */
  private void suspectIfOneOfSeveral(Hold hold) {
    boolean several =
        holds.stream()
                .filter(other -> other.owner().equals(hold.owner()))
                .anyMatch(other -> !other.party().equals(hold.party()))
            || waiting.stream()
                .filter(other -> other.owner().equals(hold.owner()))
                .anyMatch(other -> !other.party().equals(hold.party()));
    if (several) {
      suspect(Picture.party(hold));
    }
  }

  /**
   * After an owner gave something up, what that had covered may wait for ever. After an upgrade
   * that was granted at once, so may readers that came before and that the party waits for; and
   * after a grant to somebody who was away, so may those who came behind it.
   */
  void endDeadlockedWaits() {
    while (!suspects.isEmpty()) {
      OwnerId party = suspects.iterator().next();
      suspects.remove(party);
      Optional<WaitingRequest> hopeless = picture().hopeless(party);
      if (hopeless.isPresent()) {
        withdraw(hopeless.get(), EndCause.DEADLOCK);
        grantAll();
        suspect(party);
      }
    }
  }

  Optional<WaitingRequest> away(RequestId request) {
    return away.stream().filter(each -> each.request().equals(request)).findFirst();
  }
}
