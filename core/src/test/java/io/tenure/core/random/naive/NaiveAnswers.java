package io.tenure.core.random.naive;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.NotHeldReason;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.WaitingRequest;
import java.util.Optional;

/** The answers of requests that were sent before. */
record NaiveAnswers(NaiveLocks locks) {

  Optional<Outcome> known(NaiveSession session, Command.Numbered command) {
    RequestId request = command.request();
    Outcome reused = new Outcome.RequestReused(request);
    for (Hold hold : locks.holds) {
      if (hold.request().equals(request)) {
        boolean same =
            locks.asked(hold).equals(NaiveCall.of(command))
                || NaiveCall.of(hold).equals(NaiveCall.of(command));
        return Optional.of(same ? new Outcome.Granted(hold.token()) : reused);
      }
    }
    for (WaitingRequest queued : locks.waiting) {
      if (queued.request().equals(request)) {
        boolean same =
            queued.isUpgrade()
                ? NaiveCall.of(queued).equals(NaiveCall.of(command))
                : isSame(command, queued);
        return Optional.of(
            same ? new Outcome.Queued(queued.arrival(), locks.picture().standing(queued)) : reused);
      }
    }
    Optional<WaitingRequest> away = locks.away(request);
    if (away.isPresent()) {
      return isSame(command, away.get()) ? Optional.empty() : Optional.of(reused);
    }
    Optional<NaiveSession.Answer> answer = session.answer(request.number());
    if (answer.isPresent()) {
      boolean same = answer.get().call().fits(NaiveCall.of(command));
      return Optional.of(same ? stillTrue(answer.get().outcome()) : reused);
    }
    return request.number() <= session.forgottenThrough
        ? Optional.of(new Outcome.RequestForgotten(request, session.forgottenThrough))
        : Optional.empty();
  }

  /** A remembered answer that names a hold is no longer true once that hold has ended. */
  private Outcome stillTrue(Outcome answer) {
    long token = 0;
    if (answer instanceof Outcome.AlreadyHeld held) {
      token = held.token();
    } else if (answer instanceof Outcome.Converted converted) {
      token = converted.token();
    }
    return token == 0 || locks.hold(token).isPresent()
        ? answer
        : new Outcome.NotHeld(token, NotHeldReason.NO_LONGER_HELD);
  }

  /** Compares everything, because a waiting request cannot be changed. */
  private static boolean isSame(Command.Numbered command, WaitingRequest waiting) {
    return command instanceof AcquireLock acquire
        && acquire.owner().equals(waiting.owner().label())
        && acquire.party().equals(waiting.party())
        && acquire.targets().equals(waiting.targets())
        && acquire.value().equals(waiting.value());
  }
}
