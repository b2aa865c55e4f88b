package io.tenure.core.random.naive;

import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.WaitingRequest;
import java.util.List;
import java.util.Optional;

/** Suspends and withdraws requests. */
record NaiveWithdrawals(Limits limits, NaiveSessions sessions, NaiveLocks locks) {

  private long awayOf(SessionId session) {
    return locks.away.stream().filter(away -> away.request().session().equals(session)).count();
  }

  Outcome standAside(StandAside command) {
    for (Hold hold : locks.holds) {
      if (hold.request().equals(command.request())) {
        return new Outcome.Granted(hold.token());
      }
    }
    for (WaitingRequest queued : List.copyOf(locks.waiting)) {
      if (queued.request().equals(command.request())) {
        if (queued.isUpgrade()) {
          return new Outcome.Queued(queued.arrival(), locks.picture().standing(queued));
        }
        if (awayOf(queued.request().session()) >= limits.answersPerSession()) {
          locks.withdraw(queued, EndCause.WITHDRAWN);
          locks.grantAll();
          return new Outcome.Ended(0, EndCause.WITHDRAWN);
        }
        locks.standAside(queued);
      }
    }
    return new Outcome.Ended(0, EndCause.AWAY);
  }

  Optional<Outcome> withdrawLive(WithdrawRequest command) {
    Optional<WaitingRequest> away = locks.away(command.request());
    if (away.isPresent()) {
      locks.away.remove(away.get());
      Outcome ended = new Outcome.Ended(0, EndCause.WITHDRAWN);
      sessions.remember(command.request(), NaiveCall.of(away.get()), ended);
      return Optional.of(ended);
    }
    for (Hold hold : List.copyOf(locks.holds)) {
      if (hold.request().equals(command.request())) {
        if (!command.giveBack()) {
          return Optional.of(new Outcome.Granted(hold.token()));
        }
        locks.endAndSettle(hold, EndCause.WITHDRAWN);
        return Optional.of(new Outcome.Ended(hold.token(), EndCause.WITHDRAWN));
      }
    }
    for (WaitingRequest queued : List.copyOf(locks.waiting)) {
      if (queued.request().equals(command.request())) {
        locks.withdraw(queued, EndCause.WITHDRAWN);
        locks.grantAll();
        return Optional.of(new Outcome.Ended(0, EndCause.WITHDRAWN));
      }
    }
    return Optional.empty();
  }
}
