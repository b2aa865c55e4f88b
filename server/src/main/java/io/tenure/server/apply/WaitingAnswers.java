package io.tenure.server.apply;

import io.tenure.core.model.Event;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who waits for the grant of a request that is in the queue. Only where the request was proposed:
 * on another node there is nobody to tell, and after a failover the client comes back with the same
 * request and is put down here anew.
 *
 * <p>The applier adds and answers; streams that end take their answers away, from any thread.
 */
public final class WaitingAnswers {
  private final ConcurrentHashMap<RequestId, Answer> answers = new ConcurrentHashMap<>();

  public int size() {
    return answers.size();
  }

  /** The newest asker gets the answer, and the others are told so. Only the applier adds. */
  void add(RequestId request, Answer answer, Outboxes touched) {
    Answer other = answers.get(request);
    Answer newest =
        answers.merge(
            request,
            answer,
            (old, asked) -> old.arrivalSequence() > asked.arrivalSequence() ? old : asked);
    if (newest != answer) {
      supersede(request, answer, touched);
    } else if (other != null && other != answer) {
      supersede(request, other, touched);
    }
  }

  private static void supersede(RequestId request, Answer older, Outboxes touched) {
    String message =
        "request " + request + ": superseded; a later call with the same number gets the answer";
    older.failed(new Failure(Failure.Kind.SUPERSEDED, message, null));
    touched.add(older.outbox());
  }

  public boolean contains(RequestId request) {
    return answers.containsKey(request);
  }

  public void remove(RequestId request, Answer answer) {
    answers.remove(request, answer);
  }

  /**
   * Answers whoever this event is about.
   *
   * @return whether there was anybody
   */
  boolean settle(Event event, Outboxes touched) {
    if (answers.isEmpty()) {
      return false;
    }
    if (event instanceof Event.Granted granted && granted.cause() != GrantCause.ASKED) {
      long token = granted.hold().token();
      return answer(
          granted.answered(),
          granted.cause() == GrantCause.UPGRADED
              ? new Outcome.Converted(token)
              : new Outcome.Granted(token),
          touched);
    }
    if (event instanceof Event.Withdrawn withdrawn) {
      return answer(
          withdrawn.request().request(), new Outcome.Ended(0, withdrawn.cause()), touched);
    }
    return false;
  }

  private boolean answer(RequestId request, Outcome outcome, Outboxes touched) {
    Answer waiting = answers.remove(request);
    if (waiting != null) {
      waiting.applied(outcome);
      touched.add(waiting.outbox());
    }
    return waiting != null;
  }

  /** Takes everybody away, to be told elsewhere that nobody here knows how it ends. */
  public List<Answer> takeAll() {
    List<Answer> taken = new ArrayList<>();
    for (RequestId request : answers.keySet()) {
      Answer waiting = answers.remove(request);
      if (waiting != null) {
        taken.add(waiting);
      }
    }
    return taken;
  }
}
