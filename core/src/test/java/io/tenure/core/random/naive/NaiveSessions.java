package io.tenure.core.random.naive;

import io.tenure.core.StateProbe;
import io.tenure.core.model.Command;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The live sessions of the naive model. */
final class NaiveSessions {
  final List<NaiveSession> all = new ArrayList<>();
  long next = 1;
  private Limits limits;

  NaiveSessions(Limits limits) {
    this.limits = limits;
  }

  void set(Limits changed) {
    limits = changed;
  }

  Outcome open(Command.OpenSession command) {
    for (NaiveSession live : all) {
      if (live.session.nonce() == command.nonce()) {
        return new Outcome.SessionOpened(live.session.id());
      }
    }
    if (all.size() >= limits.sessions()) {
      return new Outcome.LimitReached(Limit.SESSIONS, limits.sessions());
    }
    SessionId id = new SessionId(next++);
    all.add(
        new NaiveSession(
            new Session(id, command.nonce(), command.ttlMillis(), command.clientName())));
    return new Outcome.SessionOpened(id);
  }

  Optional<NaiveSession> find(SessionId id) {
    return all.stream().filter(live -> live.session.id().equals(id)).findFirst();
  }

  /** Keeps an ended answer; a session that is over needs none. */
  void remember(RequestId request, NaiveCall call, Outcome outcome) {
    Optional<NaiveSession> found = find(request.session());
    if (found.isEmpty() || request.number() <= found.get().forgottenThrough) {
      return;
    }
    NaiveSession session = found.get();
    boolean tight = answerBytes() + StateProbe.bytes(outcome) > limits.answerBytes();
    NaiveSession.Answer answer =
        new NaiveSession.Answer(request.number(), call, tight ? outcome.brief() : outcome);
    while (!session.answers.isEmpty() && isFull(session, answer)) {
      session.forgetLowest();
    }
    session.remember(answer);
  }

  private boolean isFull(NaiveSession session, NaiveSession.Answer more) {
    int own = session.answers.size();
    int stored = all.stream().mapToInt(each -> each.answers.size()).sum();
    int share = Math.max(1, limits.answers() / limits.sessions());
    boolean heavy =
        answerBytes() + more.bytes() > limits.answerBytes()
            && session.answerBytes() + more.bytes() > limits.answerBytes() / limits.sessions();
    return own >= limits.answersPerSession()
        || (stored >= limits.answers() && own >= share)
        || heavy;
  }

  long answerBytes() {
    return all.stream().mapToLong(NaiveSession::answerBytes).sum();
  }
}
