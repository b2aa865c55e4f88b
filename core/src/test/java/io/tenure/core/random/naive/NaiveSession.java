package io.tenure.core.random.naive;

import io.tenure.core.StateProbe;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Session;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A session of the naive model with the answers that it remembers. */
final class NaiveSession {
  record Answer(long number, NaiveCall call, Outcome outcome) {
    long bytes() {
      return StateProbe.bytes(outcome);
    }
  }

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

  long answerBytes() {
    return answers.stream().mapToLong(Answer::bytes).sum();
  }

  /** If there is no room, the session's lowest number makes it. */
  void forgetLowest() {
    answers.stream()
        .min(Comparator.comparing(Answer::number))
        .ifPresent(lowest -> forgetThrough(lowest.number()));
  }

  void remember(Answer answer) {
    if (answer.number() > forgottenThrough) {
      answers.add(answer);
    }
  }
}
