package io.tenure.server.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingAnswersTest {
  private static final RequestId REQUEST = new RequestId(new SessionId(1), 1);

  private final WaitingAnswers answers = new WaitingAnswers();
  private final Outboxes touched = new Outboxes();

  /** Remembers what it is told. */
  private record Asker(long arrivalSequence, List<Object> told) implements Answer {
    Asker(long arrivalSequence) {
      this(arrivalSequence, new ArrayList<>());
    }

    @Override
    public void applied(Outcome outcome) {
      told.add(outcome);
    }

    @Override
    public void failed(Failure failure) {
      told.add(failure.kind());
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }
  }

  @Test
  void newerAskerGetsTheAnswer() {
    Asker older = new Asker(1);
    Asker newer = new Asker(2);
    answers.add(REQUEST, older, touched);
    answers.add(REQUEST, newer, touched);

    assertThat(answers.settle(end(), touched)).isTrue();

    assertThat(older.told()).containsExactly(Failure.Kind.SUPERSEDED);
    assertThat(newer.told()).containsExactly(new Outcome.Ended(0, EndCause.WITHDRAWN));
  }

  @Test
  void olderAskerThatIsLateDoesNotGetTheAnswer() {
    Asker older = new Asker(1);
    Asker newer = new Asker(2);
    answers.add(REQUEST, newer, touched);
    answers.add(REQUEST, older, touched);

    assertThat(answers.settle(end(), touched)).isTrue();

    assertThat(older.told()).containsExactly(Failure.Kind.SUPERSEDED);
    assertThat(newer.told()).containsExactly(new Outcome.Ended(0, EndCause.WITHDRAWN));
  }

  @Test
  void askerMayAskAgain() {
    Asker asker = new Asker(1);
    answers.add(REQUEST, asker, touched);
    answers.add(REQUEST, asker, touched);

    assertThat(asker.told()).isEmpty();
    assertThat(answers.contains(REQUEST)).isTrue();
  }

  private static Event end() {
    OwnerId owner = new OwnerId(REQUEST.session(), "main");
    Target target = new Target(Key.of("/a"), Mode.EXCLUSIVE, Scope.KEY);
    WaitingRequest request =
        new WaitingRequest(1, owner, REQUEST, List.of(target), Value.NONE, WaitingRequest.NO_HOLD);
    return new Event.Withdrawn(2, request, EndCause.WITHDRAWN);
  }
}
