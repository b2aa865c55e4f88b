package io.tenure.server.session;

import static io.tenure.server.session.ClockUnderTest.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import io.tenure.server.apply.Outbox;
import io.tenure.server.session.ManualExpiryProposer.Confirmation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is said to keep-alives. The numbers are those of the invariants of {@link SessionClock}. */
class SessionClockConfirmationTest {
  private static final Session ALICE = session(1, 10_000);
  private static final Session BOB = session(2, 10_000);
  private static final Session STRANGER = session(99, 10_000);

  private final ClockUnderTest world = new ClockUnderTest(SessionSettings.defaults());
  private final SessionClock clock = world.clock;
  private final ManualExpiryProposer proposer = world.proposer;

  @Test
  void keepAliveIsAcknowledgedOnceLeadershipIsConfirmed_2() {
    clock.leads(4, List.of(ALICE));

    RecordingAnswer answer = world.keepAlive(ALICE);
    assertThat(answer.heard).isEmpty();
    Confirmation confirmation = proposer.confirmation();
    confirmation.result().complete(null);

    assertThat(confirmation.term()).isEqualTo(4);
    assertThat(answer.heard).containsExactly("kept 10000");
    assertThat(world.count("kept")).isEqualTo(1);
  }

  @Test
  void sessionIsCalledUnknownOnceLeadershipIsConfirmed_2() {
    clock.leads(1, List.of(ALICE));

    RecordingAnswer answer = world.keepAlive(STRANGER);
    assertThat(answer.heard).isEmpty();
    proposer.confirm();

    assertThat(answer.heard).containsExactly("unknown");
  }

  @Test
  void confirmationThatStartedBeforeTheArrivalDoesNotCount_2() {
    clock.leads(1, List.of(ALICE, BOB));
    RecordingAnswer first = world.keepAlive(ALICE);
    world.pass(250);

    RecordingAnswer second = world.keepAlive(BOB);
    proposer.confirm();

    assertThat(first.heard).containsExactly("kept 10000");
    assertThat(second.heard).isEmpty();
    proposer.confirm();
    assertThat(second.heard).containsExactly("kept 10000");
  }

  @Test
  void keepAlivesGatherUntilTheIntervalIsOver() {
    clock.leads(1, List.of(ALICE, BOB));
    world.keepAlive(ALICE);
    proposer.confirm();

    for (int round = 0; round < 3; round++) {
      RecordingAnswer second = world.keepAlive(ALICE);
      RecordingAnswer third = world.keepAlive(BOB);
      world.pass(249);
      assertThat(proposer.confirmations).isEmpty();
      world.pass(1);
      proposer.confirm();

      assertThat(second.heard).containsExactly("kept 10000");
      assertThat(third.heard).containsExactly("kept 10000");
    }
  }

  @Test
  void keepAliveOfAShortSessionIsMoreUrgent() {
    Session shortLived = ClockUnderTest.session(7, 1_000);
    clock.leads(1, List.of(ALICE, shortLived));
    world.keepAlive(ALICE);
    proposer.confirm();

    for (int round = 0; round < 3; round++) {
      RecordingAnswer patient = world.keepAlive(ALICE);
      world.pass(20);
      RecordingAnswer urgent = world.keepAlive(shortLived);
      world.pass(29);
      assertThat(proposer.confirmations).isEmpty();
      world.pass(1);
      proposer.confirm();

      assertThat(patient.heard).containsExactly("kept 10000");
      assertThat(urgent.heard).containsExactly("kept 1000");
    }
  }

  @Test
  void slowConfirmationIsFollowedByTheNextAtOnce() {
    clock.leads(1, List.of(ALICE));
    world.keepAlive(ALICE);
    world.keepAlive(ALICE);
    world.pass(250);
    assertThat(proposer.confirmations).hasSize(1);

    proposer.confirm();

    assertThat(proposer.confirmations).hasSize(1);
  }

  @Test
  void outboxesAreFlushedOnceAfterAllAnswersOfARound_4() {
    clock.leads(1, List.of(ALICE, BOB));
    List<String> order = new ArrayList<>();
    RecordingAnswer[] answers = new RecordingAnswer[2];
    Outbox shared = () -> order.add("flushed after " + answers[0].heard + answers[1].heard);
    answers[0] = new RecordingAnswer(shared);
    answers[1] = new RecordingAnswer(shared);
    world.keepAlive(ALICE);
    clock.keepAlive(ALICE.id(), answers[0]);
    clock.keepAlive(BOB.id(), answers[1]);
    proposer.confirm();
    world.pass(250);

    proposer.confirm();

    assertThat(order).containsExactly("flushed after [kept 10000][kept 10000]");
  }

  @Test
  void failedConfirmationFailsItsKeepAlivesWithTheReason_2() {
    clock.leads(1, List.of(ALICE));
    RecordingAnswer known = world.keepAlive(ALICE);
    Failure reason = new Failure(Failure.Kind.NO_LEADER, "no leader", null);

    proposer.confirmation().result().completeExceptionally(new FailureException(reason));
    world.pass(250);
    RecordingAnswer next = world.keepAlive(ALICE);
    proposer.confirmation().result().completeExceptionally(new IllegalStateException("a bug"));

    assertThat(known.heard).containsExactly("NO_LEADER");
    assertThat(next.heard).containsExactly("LEADERSHIP_LOST");
  }

  @Test
  void confirmationThatNeverEndsHoldsNobodyUpForEver_4() {
    clock.leads(1, List.of(ALICE));
    RecordingAnswer first = world.keepAlive(ALICE);
    Confirmation forgotten = proposer.confirmation();

    world.pass(5_000);
    RecordingAnswer second = world.keepAlive(ALICE);
    proposer.confirm();
    forgotten.result().complete(null);

    assertThat(first.heard).containsExactly("LEADERSHIP_LOST");
    assertThat(second.heard).containsExactly("kept 10000");
  }

  @Test
  void tooManyKeepAlivesAreRefusedAtOnceButStillCount_6() {
    ClockUnderTest small =
        new ClockUnderTest(new SessionSettings(100, 1_000, 20_000, 20, 20, 50_000, 500, 2));
    small.clock.leads(1, List.of(ALICE));
    RecordingAnswer first = small.keepAlive(ALICE);
    RecordingAnswer second = small.keepAlive(ALICE);
    small.pass(9_000);

    RecordingAnswer third = small.keepAlive(ALICE);
    small.pass(9_000);

    assertThat(third.heard).containsExactly("OVERLOADED");
    assertThat(small.proposer.expiries).isEmpty();
    small.proposer.confirm();
    small.proposer.confirm();
    assertThat(first.heard).containsExactly("kept 10000");
    assertThat(second.heard).containsExactly("kept 10000");
    assertThat(small.keepAlive(ALICE).heard).isEmpty();
  }

  @Test
  void followerAcknowledgesNothing_2() {
    assertThat(world.keepAlive(ALICE).heard).containsExactly("NOT_LEADER");
    assertThat(proposer.confirmations).isEmpty();
  }

  @Test
  void deposedLeaderAcknowledgesNothing_2_4() {
    clock.leads(1, List.of(ALICE));
    RecordingAnswer running = world.keepAlive(ALICE);
    RecordingAnswer unknown = world.keepAlive(STRANGER);

    clock.deposed();
    clock.deposed();
    world.settle();
    proposer.confirm();
    RecordingAnswer after = world.keepAlive(STRANGER);

    assertThat(running.heard).containsExactly("LEADERSHIP_LOST");
    assertThat(unknown.heard).containsExactly("LEADERSHIP_LOST");
    assertThat(after.heard).containsExactly("NOT_LEADER");
  }

  @Test
  void lateConfirmationOfAnOldTermAcknowledgesNothingInTheNew_2() {
    clock.leads(1, List.of(ALICE));
    RecordingAnswer old = world.keepAlive(ALICE);
    Confirmation oldTerm = proposer.confirmation();
    clock.deposed();
    clock.leads(3, List.of(ALICE));
    world.pass(250);
    RecordingAnswer known = world.keepAlive(ALICE);
    RecordingAnswer unknown = world.keepAlive(STRANGER);

    oldTerm.result().complete(null);

    assertThat(old.heard).containsExactly("LEADERSHIP_LOST");
    assertThat(known.heard).isEmpty();
    assertThat(unknown.heard).isEmpty();
    Confirmation newTerm = proposer.confirmation();
    newTerm.result().complete(null);
    assertThat(newTerm.term()).isEqualTo(3);
    assertThat(known.heard).containsExactly("kept 10000");
  }

  @Test
  void nothingIsCalledWithTheLockHeld_7() {
    List<String> reachedFrom = new ArrayList<>();
    SessionClock[] holder = new SessionClock[1];
    class Probe implements ExpiryProposer {
      void reach(String place) {
        int unused =
            CompletableFuture.supplyAsync(holder[0]::size).orTimeout(10, TimeUnit.SECONDS).join();
        reachedFrom.add(place);
      }

      @Override
      public CompletableFuture<Void> confirmLeadership(long term) {
        reach("confirm");
        return CompletableFuture.completedFuture(null);
      }

      @Override
      public void expire(long term, SessionId session, Runnable notExpired) {
        reach("expire");
        notExpired.run();
      }
    }
    Probe probe = new Probe();
    long[] nanos = {0};
    holder[0] =
        new SessionClock(
            SessionSettings.defaults(),
            () -> nanos[0],
            probe,
            (delay, task) -> probe.reach("alarm"),
            world.meters);
    holder[0].leads(1, List.of(ALICE));

    RecordingAnswer answer = new RecordingAnswer(() -> probe.reach("flush"));
    holder[0].keepAlive(ALICE.id(), answer);
    holder[0].keepAlive(ALICE.id(), answer);
    for (int tick = 0; tick < 110; tick++) {
      nanos[0] += TimeUnit.MILLISECONDS.toNanos(100);
      holder[0].tick();
    }

    assertThat(reachedFrom).contains("confirm", "expire", "alarm", "flush");
    assertThat(answer.heard).containsExactly("kept 10000", "kept 10000");
  }

  @Test
  void answerThatThrowsKeepsNothingFromOthersNorFromTheNextRound_4() {
    clock.leads(1, List.of(ALICE, BOB));
    world.keepAlive(ALICE);
    RecordingAnswer broken =
        new RecordingAnswer() {
          @Override
          public void kept(long ttlMillis) {
            throw new IllegalStateException("for a test");
          }
        };
    clock.keepAlive(ALICE.id(), broken);
    RecordingAnswer other = world.keepAlive(BOB);
    world.pass(250);
    proposer.confirm();
    world.pass(250);
    RecordingAnswer third = world.keepAlive(BOB);
    clock.keepAlive(ALICE.id(), broken);

    proposer.confirm();
    world.pass(250);
    proposer.confirm();

    assertThat(other.heard).containsExactly("kept 10000");
    assertThat(third.heard).containsExactly("kept 10000");
  }

  @Test
  void confirmationThatCannotBeAskedForIsOneThatFails_4() {
    clock.leads(1, List.of(ALICE));
    proposer.broken = new IllegalStateException("for a test");

    RecordingAnswer answer = world.keepAlive(ALICE);

    assertThat(answer.heard).containsExactly("LEADERSHIP_LOST");
    proposer.broken = null;
    RecordingAnswer next = world.keepAlive(ALICE);
    world.pass(250);
    proposer.confirm();
    assertThat(next.heard).containsExactly("kept 10000");
  }

  @Test
  void errorInAConfirmationIsReported() throws Exception {
    Error error = new StackOverflowError();
    List<Throwable> reported = new ArrayList<>();
    clock.leads(1, List.of(ALICE));
    RecordingAnswer answer = world.keepAlive(ALICE);
    Confirmation confirmation = proposer.confirmation();
    Thread thread = new Thread(() -> confirmation.result().completeExceptionally(error));
    thread.setUncaughtExceptionHandler((ended, thrown) -> reported.add(thrown));

    thread.start();
    thread.join();

    assertThat(reported).containsExactly(error);
    assertThat(answer.heard).containsExactly("LEADERSHIP_LOST");
  }

  @Test
  void settingsThatCannotWorkAreRefused() {
    assertThatThrownBy(() -> new SessionSettings(100, 1_000, 20_000, 20, 20, 5_000, 150, 1))
        .hasMessage("pause ms: 150 (expected: >= 200)");
  }
}
