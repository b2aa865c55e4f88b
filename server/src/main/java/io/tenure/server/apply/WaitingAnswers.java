package io.tenure.server.apply;

import io.tenure.core.model.Event;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The answers of queued requests, kept until the requests are granted or end. Only on the node that
 * proposed the request; after a failover the client sends the same request to the new leader, which
 * adds its answer here.
 *
 * <p>The apply thread adds and answers; streams that end remove their answers, from any thread.
 */
public final class WaitingAnswers {
  private final ConcurrentHashMap<RequestId, Answer> answers = new ConcurrentHashMap<>();

  public int size() {
    return answers.size();
  }

  /**
   * The newest answer of a request stays; the others fail as superseded. Only the apply thread
   * adds.
   */
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
   * Answers the request that this event is about.
   *
   * @return whether its answer was here
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

  /** Removes and returns all answers; the caller must fail them. */
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
