package io.tenure.core.random.check;

import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.random.naive.Picture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps book of the core's events alone and holds each of them against the rules at the moment it
 * happened: this is where overtaking shows, and a token that comes back.
 */
public final class Ledger {
  private final List<Hold> holds = new ArrayList<>();
  private final List<WaitingRequest> waiting = new ArrayList<>();
  private final Map<Key, Long> newestTokens = new HashMap<>();

  /** Where those stood who had to stand aside. */
  private final Map<RequestId, Long> away = new HashMap<>();

  private long revision;

  public void check(Command command, List<Event> events, LockState after, Findings findings) {
    for (Event event : events) {
      revision++;
      findings.equal(Check.TOKENS, revision, event.revision());
      post(event, findings);
    }
    if (command instanceof Command.RaiseRevision) {
      findings.that(
          after.revision() >= revision, Check.TOKENS, () -> "revision " + after.revision());
      revision = after.revision();
    }
    findings.equal(Check.TOKENS, revision, after.revision());
    holds.sort(Comparator.comparing(Hold::token));
    findings.equal(Check.EVENTS_EXPLAIN_STATE, holds, after.holds());
    findings.equal(Check.EVENTS_EXPLAIN_STATE, waiting, after.waiting());
  }

  private void post(Event event, Findings findings) {
    if (event instanceof Event.Granted granted) {
      grant(granted, findings);
    } else if (event instanceof Event.Queued queued) {
      boolean isBack = away.remove(queued.request().request()) != null;
      long arrival = queued.request().arrival();
      findings.that(
          arrival == queued.revision() || (isBack && arrival < queued.revision()),
          Check.TOKENS,
          () -> "arrival of " + event);
      findings.that(
          !picture().isGrantable(queued.request()), Check.GRANT_RULE, () -> "needless " + event);
      waiting.add(queued.request());
      waiting.sort(Comparator.comparing(WaitingRequest::arrival));
    } else if (event instanceof Event.Released released) {
      boolean was = holds.remove(released.hold());
      findings.that(was, Check.EVENTS_EXPLAIN_STATE, () -> "not held: " + event);
    } else if (event instanceof Event.Withdrawn withdrawn) {
      boolean was = waiting.remove(withdrawn.request());
      findings.that(was, Check.EVENTS_EXPLAIN_STATE, () -> "did not wait: " + event);
      if (withdrawn.cause() == EndCause.AWAY) {
        away.put(withdrawn.request().request(), withdrawn.request().arrival());
      }
    } else if (event instanceof Event.ValueChanged changed) {
      replace(changed.hold(), event, findings);
    } else if (event instanceof Event.Downgraded downgraded) {
      replace(downgraded.hold(), event, findings);
    }
  }

  private void replace(Hold changed, Event event, Findings findings) {
    boolean was = holds.removeIf(hold -> hold.token() == changed.token());
    findings.that(was, Check.EVENTS_EXPLAIN_STATE, () -> "not held: " + event);
    holds.add(changed);
  }

  private void grant(Event.Granted event, Findings findings) {
    Hold hold = event.hold();
    findings.equal(Check.TOKENS, event.revision(), hold.token());
    for (Target target : hold.targets()) {
      long before = newestTokens.getOrDefault(target.key(), 0L);
      findings.that(hold.token() > before, Check.TOKENS, () -> before + " came before " + event);
      newestTokens.put(target.key(), hold.token());
    }
    Optional<WaitingRequest> waited =
        waiting.stream().filter(request -> isFor(request, event)).findFirst();
    findings.that(
        event.cause() == GrantCause.UPGRADED
            ? waited.stream().allMatch(request -> request.upgradeOf() == event.replaced())
            : waited.isPresent() == (event.cause() == GrantCause.WAITED)
                && event.answered().equals(hold.request()),
        Check.EVENTS_EXPLAIN_STATE,
        () -> "cause of " + event);
    Long stood = away.remove(event.answered());
    long arrival = stood == null ? event.revision() : stood;
    WaitingRequest request = waited.orElseGet(() -> asIfAsked(event, arrival));
    Picture now = picture();
    findings.that(now.isGrantable(request), Check.GRANT_RULE, () -> "too early: " + event);
    // One that need not wait may come before those whose turn was left to the next command.
    for (WaitingRequest other : waited.isPresent() ? waiting : List.<WaitingRequest>of()) {
      findings.that(
          !Picture.isEarlier(other, request) || !now.isGrantable(other),
          Check.GRANT_RULE,
          () -> "before the turn of " + other + ": " + event);
    }
    waiting.remove(request);
    if (event.cause() == GrantCause.UPGRADED) {
      boolean was = holds.removeIf(old -> old.token() == event.replaced());
      findings.that(was, Check.EVENTS_EXPLAIN_STATE, () -> "nothing replaced: " + event);
    }
    holds.add(hold);
  }

  private static boolean isFor(WaitingRequest request, Event.Granted event) {
    return request.request().equals(event.answered());
  }

  private static WaitingRequest asIfAsked(Event.Granted event, long arrival) {
    Hold hold = event.hold();
    return new WaitingRequest(
        arrival, hold.owner(), event.answered(), hold.targets(), hold.value(), event.replaced());
  }

  private Picture picture() {
    return new Picture(holds, waiting);
  }
}
