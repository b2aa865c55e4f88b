package io.tenure.simulation.check;

import static io.tenure.simulation.check.Promise.NOTHING_LOST;
import static io.tenure.simulation.check.Promise.RETRIES_ARE_SAFE;

import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.simulation.world.Node;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the log answered to each request, and whether that is what clients are told.
 *
 * <p>A request is queued or held for a while; everything else is its final answer, of which there
 * is one. An answer that a client hears and the log does not know may be lost: that breaks promise
 * 3.
 */
final class AnswerLedger {
  private final CheckCounts counts;
  private final HoldLedger holds;
  private final SessionLedger sessions;
  private final Map<RequestId, Outcome> finalAnswers = new HashMap<>();

  AnswerLedger(CheckCounts counts, HoldLedger holds, SessionLedger sessions) {
    this.counts = counts;
    this.holds = holds;
    this.sessions = sessions;
  }

  /** Called before the hold ledger hears of the event. */
  void happened(Event event) {
    if (event instanceof Event.Released released) {
      Hold hold = released.hold();
      answer(hold.request(), new Outcome.Ended(hold.token(), released.cause()));
    } else if (event instanceof Event.Withdrawn withdrawn) {
      answer(withdrawn.request().request(), new Outcome.Ended(0, withdrawn.cause()));
    } else if (event instanceof Event.Granted granted) {
      onGranted(granted);
    }
  }

  private void onGranted(Event.Granted granted) {
    if (granted.cause() == Event.GrantCause.UPGRADED) {
      answer(granted.answered(), new Outcome.Converted(granted.hold().token()));
    }
    Outcome earlier = finalAnswers.get(granted.hold().request());
    counts.expect(
        RETRIES_ARE_SAFE,
        earlier == null,
        () -> granted.hold() + " was granted after the answer " + earlier);
  }

  /** Called after the events of the command. */
  void committed(Command command, Outcome outcome) {
    if (!(command instanceof Command.Numbered numbered)) {
      return;
    }
    RequestId request = numbered.request();
    if (outcome instanceof Outcome.Granted granted) {
      counts.expect(
          RETRIES_ARE_SAFE,
          isLive(granted.token(), request),
          () -> request + " was answered " + granted + " and holds nothing");
    } else if (isFinal(outcome)) {
      answer(request, outcome);
    }
  }

  private boolean isLive(long token, RequestId request) {
    Grant grant = holds.grant(token);
    return grant != null && holds.isLive(token) && grant.hold().request().equals(request);
  }

  private static boolean isFinal(Outcome outcome) {
    return !(outcome instanceof Outcome.Granted
        || outcome instanceof Outcome.Queued
        || outcome instanceof Outcome.SessionUnknown
        || outcome instanceof Outcome.RequestForgotten
        || outcome instanceof Outcome.RequestReused);
  }

  private void answer(RequestId request, Outcome outcome) {
    Outcome earlier = finalAnswers.putIfAbsent(request, outcome);
    counts.expect(
        RETRIES_ARE_SAFE,
        earlier == null || agrees(outcome, earlier),
        () -> request + " was answered " + outcome + " after the answer " + earlier);
  }

  void told(Node client, RequestId request, Outcome outcome) {
    boolean gone =
        outcome instanceof Outcome.RequestForgotten || outcome instanceof Outcome.RequestReused;
    counts.expect(
        RETRIES_ARE_SAFE,
        !gone,
        () -> client + " waits for the answer to " + request + " and received " + outcome);
    counts.expect(
        NOTHING_LOST,
        isInHistory(request, outcome),
        () ->
            client
                + " received "
                + outcome
                + " for "
                + request
                + ", which is not in the committed history"
                + contrast(finalAnswers.get(request)));
  }

  private boolean isInHistory(RequestId request, Outcome outcome) {
    if (outcome instanceof Outcome.Granted granted) {
      Grant grant = holds.grant(granted.token());
      return grant != null && grant.hold().request().equals(request);
    } else if (outcome instanceof Outcome.Queued queued) {
      return holds.hasQueued(queued.arrival());
    } else if (outcome instanceof Outcome.SessionUnknown unknown) {
      return sessions.isOver(unknown.session());
    }
    Outcome answer = finalAnswers.get(request);
    return answer != null && agrees(outcome, answer);
  }

  /** Whether it is the answer again, or says that the hold which the answer spoke of is over. */
  private boolean agrees(Outcome outcome, Outcome answer) {
    if (outcome instanceof Outcome.NotHeld not) {
      boolean spokeOfIt =
          answer.equals(new Outcome.Converted(not.token()))
              || answer.equals(new Outcome.AlreadyHeld(not.token()));
      return answer.equals(outcome) || (spokeOfIt && !holds.isLive(not.token()));
    }
    return answer.equals(outcome);
  }

  private static String contrast(@Nullable Outcome answer) {
    return answer == null ? "" : " (there: " + answer + ")";
  }
}
