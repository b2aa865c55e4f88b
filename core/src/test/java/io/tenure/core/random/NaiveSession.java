package io.tenure.core.random;

import io.tenure.core.Command;
import io.tenure.core.Outcome;
import io.tenure.core.Session;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A session of the naive model with the answers that it remembers. */
final class NaiveSession {
  /** What a remembered number stands for. */
  enum Kind {
    ACQUIRE,
    CONVERT,
    RELEASE,
    SET_VALUE,
    /** Withdrawn before it arrived: an acquire or a convert. */
    NOT_ARRIVED;

    static Kind of(Command.Numbered command) {
      if (command instanceof Command.AcquireLock) {
        return ACQUIRE;
      } else if (command instanceof Command.ConvertHold) {
        return CONVERT;
      } else if (command instanceof Command.ReleaseLock) {
        return RELEASE;
      } else if (command instanceof Command.SetValue) {
        return SET_VALUE;
      }
      return NOT_ARRIVED;
    }

    boolean canWait() {
      return this == ACQUIRE || this == CONVERT || this == NOT_ARRIVED;
    }

    boolean fits(Kind other) {
      return this == other
          || (this == NOT_ARRIVED && other.canWait())
          || (other == NOT_ARRIVED && canWait());
    }
  }

  record Answer(long number, Kind kind, Outcome outcome) {}

  final Session session;
  final List<Answer> answers = new ArrayList<>();
  long forgottenThrough;

  NaiveSession(Session session) {
    this.session = session;
  }

  void forgetThrough(long number) {
    forgottenThrough = Math.max(forgottenThrough, number);
    answers.removeIf(answer -> answer.number() <= forgottenThrough);
  }

  Optional<Answer> answer(long number) {
    return answers.stream().filter(answer -> answer.number() == number).findFirst();
  }

  /** Stores the answer; if there is no room, the session's lowest number makes it. */
  void remember(Answer answer, boolean full) {
    if (answer.number() <= forgottenThrough) {
      return;
    }
    if (full) {
      answers.stream()
          .min(Comparator.comparing(Answer::number))
          .ifPresent(lowest -> forgetThrough(lowest.number()));
    }
    if (answer.number() > forgottenThrough) {
      answers.add(answer);
    }
  }
}
