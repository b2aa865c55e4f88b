package io.tenure.core.random;

import io.tenure.core.Command;
import io.tenure.core.Limits;
import io.tenure.core.Outcome;
import io.tenure.core.Outcome.Limit;
import io.tenure.core.RequestId;
import io.tenure.core.Session;
import io.tenure.core.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The live sessions of the naive model. */
final class NaiveSessions {
  final List<NaiveSession> all = new ArrayList<>();
  long next = 1;
  private final Limits limits;

  NaiveSessions(Limits limits) {
    this.limits = limits;
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
  void remember(RequestId request, NaiveSession.Kind kind, Outcome outcome) {
    find(request.session())
        .ifPresent(
            session -> {
              int own = session.answers.size();
              int stored = all.stream().mapToInt(each -> each.answers.size()).sum();
              int share = Math.max(1, limits.answers() / limits.sessions());
              boolean full =
                  own >= limits.answersPerSession() || (stored >= limits.answers() && own >= share);
              session.remember(new NaiveSession.Answer(request.number(), kind, outcome), full);
            });
  }
}
