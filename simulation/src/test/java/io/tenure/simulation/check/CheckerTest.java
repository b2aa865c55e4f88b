package io.tenure.simulation.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
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
import io.tenure.simulation.world.TestNode;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.World;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** One way of breaking each promise after the other, and what looks like it but is not. */
final class CheckerTest {
  private static final Key JOBS = Key.of("/jobs");
  private static final Key JOB_A = Key.of("/jobs/a");
  private static final Target EXCLUSIVE = Target.exclusive(JOBS);
  private static final Target SHARED = Target.shared(JOBS);
  private static final Target TREE = new Target(JOBS, Mode.EXCLUSIVE, Scope.SUBTREE);
  private static final Target PERMIT = new Target(JOBS, Mode.semaphore(2), Scope.KEY);

  private final World world = new World(1);
  private final TestNode server = new TestNode(world, "server");
  private final TestNode client = new TestNode(world, "client");
  private final TestNode resource = new TestNode(world, "resource");
  private final Checker checker = new Checker();

  CheckerTest() {
    world.listen(checker);
    checker.elected(server, 1);
  }

  // Promise 1.

  @Test
  void twoExclusiveHoldsOfOneKeyAreNoticed() {
    grant(hold(1, 1, EXCLUSIVE));

    assertBroken(Promise.MUTUAL_EXCLUSION, () -> grant(hold(2, 2, EXCLUSIVE)));
  }

  @Test
  void aHoldBelowSomebodyElsesSubtreeIsNoticed() {
    grant(hold(1, 1, TREE));

    assertBroken(Promise.MUTUAL_EXCLUSION, () -> grant(hold(2, 2, Target.exclusive(JOB_A))));
  }

  @Test
  void onePermitTooManyIsNoticed() {
    grant(hold(1, 1, PERMIT));
    grant(hold(2, 2, PERMIT));

    assertBroken(Promise.MUTUAL_EXCLUSION, () -> grant(hold(3, 3, PERMIT)));
  }

  @Test
  void readersAndReleasedHoldsAreInNobodysWay() {
    grant(hold(1, 1, SHARED));
    grant(hold(2, 2, SHARED));
    release(3, hold(1, 1, SHARED), EndCause.RELEASED);
    release(4, hold(2, 2, SHARED), EndCause.SESSION_EXPIRED);

    grant(hold(5, 3, EXCLUSIVE));

    assertThat(checker.held()).containsExactly(hold(5, 3, EXCLUSIVE));
  }

  @Test
  void anOlderGrantsWriteAfterANewerOnesIsNoticed() {
    grant(hold(1, 1, EXCLUSIVE));
    release(2, hold(1, 1, EXCLUSIVE), EndCause.SESSION_EXPIRED);
    grant(hold(3, 2, EXCLUSIVE));
    checker.writeAccepted(resource, client, hold(3, 2, EXCLUSIVE));

    assertBroken(
        Promise.MUTUAL_EXCLUSION,
        () -> checker.writeAccepted(resource, client, hold(1, 1, EXCLUSIVE)));
  }

  // Promise 2.

  @Test
  void aTokenThatIsNotNewIsNoticed() {
    grant(hold(5, 1, EXCLUSIVE));
    release(6, hold(5, 1, EXCLUSIVE), EndCause.RELEASED);

    assertBroken(Promise.TOKENS_GROW, () -> grant(hold(4, 2, EXCLUSIVE)));
  }

  @Test
  void theRejectionOfTheRightfulHolderIsNoticed() {
    grant(hold(5, 1, EXCLUSIVE));

    assertBroken(
        Promise.TOKENS_GROW,
        () -> checker.writeRejected(resource, client, hold(5, 1, EXCLUSIVE), 9));
  }

  // Promise 3.

  @Test
  void anAnswerThatTheLogDoesNotKnowIsNoticed() {
    assertBroken(
        Promise.NOTHING_LOST, () -> checker.told(client, request(1), new Outcome.Granted(7)));
  }

  @Test
  void anAnswerThatTheLogGaveIsFine() {
    grant(hold(7, 1, EXCLUSIVE));

    checker.told(client, request(1), new Outcome.Granted(7));

    assertThat(checker.counts().checks(Promise.NOTHING_LOST)).isEqualTo(1);
  }

  @Test
  void replicasThatExecuteDifferentCommandsAreNoticed() {
    Command one = new Command.RaiseRevision(1);
    Command other = new Command.RaiseRevision(2);
    Applied applied = new Applied(new Outcome.RevisionRaised(1), List.of());
    checker.applied(server, 1, one, applied);
    checker.applied(client, 1, one, applied);

    assertBroken(Promise.NOTHING_LOST, () -> checker.applied(resource, 1, other, applied));
  }

  @Test
  void replicasWithDifferentStatesAreNoticed() {
    checker.snapshotTaken(server, 1, new byte[] {1});
    checker.snapshotTaken(client, 1, new byte[] {1});

    assertBroken(Promise.NOTHING_LOST, () -> checker.snapshotTaken(resource, 1, new byte[] {2}));
  }

  // Promise 4.

  @Test
  void anExpiryBeforeTheTtlIsOverIsNoticed() {
    openSession();
    world.runUntil(Time.millis(900));
    checker.keepAliveAcknowledged(server, new SessionId(1), world.now());
    world.runUntil(Time.millis(1_800));

    assertBroken(Promise.NO_EARLY_EXPIRY, this::expireSession);
  }

  @Test
  void anExpiryAfterTheTtlIsFine() {
    openSession();
    world.runUntil(Time.millis(1_001));

    expireSession();

    assertThat(checker.counts().checks(Promise.NO_EARLY_EXPIRY)).isEqualTo(1);
  }

  @Test
  void anAcknowledgementForASessionThatIsGoneIsNoticed() {
    openSession();
    world.runUntil(Time.millis(1_001));
    expireSession();

    assertBroken(
        Promise.NO_EARLY_EXPIRY,
        () -> checker.keepAliveAcknowledged(server, new SessionId(1), Time.millis(500)));
  }

  @Test
  void anExpiryByAnInsaneClockIsExcused() {
    openSession();
    checker.clockRate(server, 3);
    world.runUntil(Time.millis(500));

    expireSession();

    assertThat(checker.counts().checks(Promise.NO_EARLY_EXPIRY)).isEqualTo(1);
  }

  // Promise 5.

  @Test
  void aGrantWhileSomebodyElseBelievesIsNoticed() {
    becomeHolder(hold(1, 1, EXCLUSIVE));
    release(2, hold(1, 1, EXCLUSIVE), EndCause.SESSION_EXPIRED);

    assertBroken(Promise.CLIENT_KNOWS_FIRST, () -> grant(hold(3, 2, EXCLUSIVE)));
  }

  @Test
  void aBeliefThatBeginsTooLateIsNoticed() {
    grant(hold(1, 1, EXCLUSIVE));
    release(2, hold(1, 1, EXCLUSIVE), EndCause.SESSION_EXPIRED);
    grant(hold(3, 2, EXCLUSIVE));

    assertBroken(
        Promise.CLIENT_KNOWS_FIRST, () -> checker.becameHolder(client, hold(1, 1, EXCLUSIVE)));
  }

  @Test
  void aPausedBelieverIsExcused() {
    becomeHolder(hold(1, 1, EXCLUSIVE));
    client.pause();
    release(2, hold(1, 1, EXCLUSIVE), EndCause.SESSION_EXPIRED);

    grant(hold(3, 2, EXCLUSIVE));

    assertThat(checker.held()).hasSize(1);
  }

  @Test
  void aBelieverWhoseHoldWasRevokedIsExcused() {
    becomeHolder(hold(1, 1, EXCLUSIVE));
    release(2, hold(1, 1, EXCLUSIVE), EndCause.REVOKED);

    grant(hold(3, 2, EXCLUSIVE));

    assertThat(checker.held()).hasSize(1);
  }

  // Promise 6.

  @Test
  void aGrantAheadOfAnEarlierRequestIsNoticed() {
    grant(hold(1, 1, SHARED));
    queue(2, 2, EXCLUSIVE);

    assertBroken(Promise.FAIR, () -> grant(hold(3, 3, SHARED)));
  }

  // Promise 7.

  @Test
  void aRequestThatIsGrantedTwiceIsNoticed() {
    Hold first = hold(1, 1, SHARED);
    grant(first);

    assertBroken(Promise.RETRIES_ARE_SAFE, () -> grant(hold(2, 1, SHARED)));
  }

  @Test
  void aGrantAfterARefusalIsNoticed() {
    Command acquire =
        new Command.AcquireLock(request(1), 0, "owner", List.of(EXCLUSIVE), false, Value.NONE);
    Outcome busy = new Outcome.Busy(new Outcome.Standing(List.of(), 0));
    checker.committed(server, 1, acquire, new Applied(busy, List.of()));

    assertBroken(Promise.RETRIES_ARE_SAFE, () -> grant(hold(1, 1, EXCLUSIVE)));
  }

  @Test
  void twoDifferentAnswersToOneRequestAreNoticed() {
    Command release = new Command.ReleaseLock(request(1), 0, 1);
    checker.committed(server, 1, release, applied(new Outcome.Released(1)));
    Outcome other = new Outcome.NotHeld(1, Outcome.NotHeldReason.NO_LONGER_HELD);

    assertBroken(
        Promise.RETRIES_ARE_SAFE, () -> checker.committed(server, 2, release, applied(other)));
  }

  private static void assertBroken(Promise promise, ThrowingCallable deed) {
    assertThatThrownBy(deed)
        .isInstanceOfSatisfying(
            PromiseBroken.class, broken -> assertThat(broken.promise()).isEqualTo(promise));
  }

  private void grant(Hold hold) {
    checker.happened(
        server, new Event.Granted(hold.token(), hold, hold.request(), GrantCause.ASKED, 0));
  }

  private void release(long revision, Hold hold, EndCause cause) {
    checker.happened(server, new Event.Released(revision, hold, cause));
  }

  private void queue(long arrival, long session, Target target) {
    WaitingRequest waiting =
        new WaitingRequest(
            arrival,
            owner(session),
            request(session),
            List.of(target),
            Value.NONE,
            WaitingRequest.NO_HOLD);
    checker.happened(server, new Event.Queued(arrival, waiting));
  }

  private void becomeHolder(Hold hold) {
    grant(hold);
    checker.becameHolder(client, hold);
  }

  private void openSession() {
    checker.committed(
        server,
        1,
        new Command.OpenSession(1, 1_000, "client"),
        applied(new Outcome.SessionOpened(new SessionId(1))));
  }

  private void expireSession() {
    checker.committed(
        server,
        2,
        new Command.ExpireSession(new SessionId(1)),
        applied(new Outcome.SessionEnded(new SessionId(1), 0, 0)));
  }

  private static Applied applied(Outcome outcome) {
    return new Applied(outcome, List.of());
  }

  private static Hold hold(long token, long session, Target target) {
    return new Hold(token, owner(session), request(session), List.of(target), Value.NONE);
  }

  private static OwnerId owner(long session) {
    return new OwnerId(new SessionId(session), "owner");
  }

  private static RequestId request(long session) {
    return new RequestId(new SessionId(session), 1);
  }
}
