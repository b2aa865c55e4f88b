package io.tenure.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.Client;
import io.tenure.core.LockState;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyReaderTest {
  private static final Limits ONE_ANSWER =
      new Limits(10, 10, 10, 10, 10, 10, 1, 10, 100, 10, 10_000, 10_000, 10_000);

  private static final Key KEY = Key.of("/a/b");
  private static final int ALL = 100;

  private final LockState state = new LockState(Limits.DEFAULT);
  private final Client first = new Client(state, 1);
  private final Client second = new Client(state, 2);

  @Test
  void unusedKeyIsEmpty() {
    first.acquire(Target.exclusive(Key.of("/a/b/c")));

    assertThat(state.at(KEY, ALL)).isEqualTo(new KeyStanding(KEY, List.of(), List.of(), 0));
    Key below = Key.of("/a/b/c/d");
    assertThat(state.at(below, ALL)).isEqualTo(new KeyStanding(below, List.of(), List.of(), 0));
  }

  @Test
  void subtreeHoldShowsAtEveryKeyBelow() {
    long token = first.acquire(subtree("/a"));

    assertThat(tokens(state.at(Key.of("/a"), ALL))).containsExactly(token);
    assertThat(tokens(state.at(KEY, ALL))).containsExactly(token);
    assertThat(tokens(state.at(Key.of("/a/b/c/d"), ALL))).containsExactly(token);
    assertThat(tokens(state.at(Key.of("/ab"), ALL))).isEmpty();
  }

  @Test
  void holdOfOneKeyDoesNotShowBelow() {
    first.acquire(Target.exclusive(Key.of("/a")));

    assertThat(state.at(KEY, ALL).holds()).isEmpty();
  }

  @Test
  void holdThatReachesTheKeyTwiceShowsOnce() {
    long token = first.acquire(subtree("/a"), Target.exclusive(KEY));

    assertThat(tokens(state.at(KEY, ALL))).containsExactly(token);
  }

  @Test
  void holdsAreOrderedByTokenWhereverTheyAre() {
    long here = first.acquire(Target.shared(KEY));
    long above = second.acquire(new Target(Key.of("/a"), Mode.SHARED, Scope.SUBTREE));
    long later = new Client(state, 3).acquire(Target.shared(KEY));

    assertThat(tokens(state.at(KEY, ALL))).containsExactly(here, above, later);
  }

  @Test
  void waitersAreNamedInOrderAndAllCounted() {
    first.acquire(Target.exclusive(KEY));
    List<Long> arrivals = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      arrivals.add(second.acquire(Target.exclusive(KEY)));
    }

    KeyStanding standing = state.at(KEY, 3);

    assertThat(arrivals(standing)).isEqualTo(arrivals.subList(0, 3));
    assertThat(standing.waiting()).isEqualTo(5);
    assertThat(state.at(KEY, 0).waiters()).isEmpty();
    assertThat(state.at(KEY, 0).waiting()).isEqualTo(5);
  }

  @Test
  void waitersAboveAndBelowAreNotThoseOfTheKey() {
    first.acquire(Target.exclusive(KEY));
    second.acquire(subtree("/a"));
    second.acquire(Target.exclusive(Key.of("/a/b/c")));

    assertThat(state.at(KEY, ALL).waiting()).isZero();
    assertThat(state.at(Key.of("/a"), ALL).waiting()).isEqualTo(1);
  }

  @Test
  void upgradeStandsAheadOfWhoCameBefore() {
    first.acquire(Target.shared(KEY));
    long token = second.acquire(Target.shared(KEY));
    long writer = new Client(state, 3).acquire(Target.exclusive(KEY));
    long upgrade = second.awaitUpgrade(token);

    assertThat(arrivals(state.at(KEY, ALL))).containsExactly(upgrade, writer);
    assertThat(arrivals(state.at(KEY, 1))).containsExactly(upgrade);
    assertThat(upgrade).isGreaterThan(writer);
  }

  @Test
  void answerDoesNotChangeWithTheState() {
    long token = first.acquire(Target.exclusive(KEY));
    long arrival = second.acquire(Target.exclusive(KEY));
    KeyStanding before = state.at(KEY, ALL);

    first.release(token);

    assertThat(tokens(before)).containsExactly(token);
    assertThat(arrivals(before)).containsExactly(arrival);
  }

  @Test
  void countsFollowTheState() {
    long token = first.acquire(Target.exclusive(KEY), Target.exclusive(Key.of("/z")));
    second.acquire(Target.exclusive(KEY), Target.exclusive(Key.of("/z")));
    assertThat(List.of(state.sessionCount(), state.holdCount(), state.waitingCount()))
        .containsExactly(2, 1, 1);

    first.release(token);
    assertThat(List.of(state.holdCount(), state.waitingCount())).containsExactly(1, 0);

    state.apply(new CloseSession(second.session()));
    assertThat(List.of(state.sessionCount(), state.holdCount())).containsExactly(1, 0);
  }

  @Test
  void sessionIsFoundByIdAndNonceUntilItEnds() {
    Session expected = new Session(first.session(), 1, 5_000, "client 1");
    assertThat(state.session(first.session())).isEqualTo(expected);
    assertThat(state.sessionByNonce(1)).isEqualTo(expected);

    state.apply(new CloseSession(first.session()));

    assertThat(state.session(first.session())).isNull();
    assertThat(state.sessionByNonce(1)).isNull();
    assertThat(state.session(new SessionId(0))).isNull();
  }

  @Test
  void highestRequestOfNobodyIsZero() {
    assertThat(state.highestRequest(first.session())).isZero();
    assertThat(state.highestRequest(new SessionId(99))).isZero();
  }

  @Test
  void highestRequestIsThatOfTheLastHoldAlsoAfterRestore() throws IOException {
    acquire(7, "/a");
    acquire(3, "/b");

    assertHighestAlsoAfterRestore(7);
  }

  @Test
  void highestRequestIsThatOfTheLastWaiterAlsoAfterRestore() throws IOException {
    second.acquire(Target.exclusive(KEY));
    acquire(8, KEY.path());

    assertHighestAlsoAfterRestore(8);
  }

  @Test
  void highestRequestIsThatOfTheLastAnswerAlsoAfterRestore() throws IOException {
    acquire(4, "/a");
    state.apply(new WithdrawRequest(new RequestId(first.session(), 9), 0, false));

    assertHighestAlsoAfterRestore(9);
  }

  @Test
  void highestRequestIsThatOfTheLastForgottenAnswerAlsoAfterRestore() throws IOException {
    LockState forgetful = new LockState(ONE_ANSWER);
    SessionId session = new Client(forgetful, 1).session();
    forgetful.apply(new WithdrawRequest(new RequestId(session, 40), 0, false));
    forgetful.apply(new WithdrawRequest(new RequestId(session, 5), 0, false));

    assertThat(forgetful.highestRequest(session)).isEqualTo(40);
    assertThat(restored(forgetful).highestRequest(session)).isEqualTo(40);
  }

  @Test
  void highestRequestIsThatOfAnUpgradeAlsoAfterRestore() throws IOException {
    long other = second.acquire(Target.shared(KEY));
    long token = first.acquire(Target.shared(KEY));
    first.awaitUpgrade(token);
    assertHighestAlsoAfterRestore(2);

    second.release(other);

    assertThat(state.waitingCount()).isZero();
    assertHighestAlsoAfterRestore(2);
  }

  private void assertHighestAlsoAfterRestore(long expected) throws IOException {
    assertThat(state.highestRequest(first.session())).isEqualTo(expected);
    assertThat(restored(state).highestRequest(first.session())).isEqualTo(expected);
  }

  private static LockState restored(LockState state) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    state.capture().writeTo(out);
    return LockState.restore(new ByteArrayInputStream(out.toByteArray()));
  }

  private void acquire(long number, String key) {
    RequestId request = new RequestId(first.session(), number);
    List<Target> targets = List.of(Target.exclusive(Key.of(key)));
    state.apply(new AcquireLock(request, 0, "main", targets, true, Value.NONE));
  }

  private static Target subtree(String key) {
    return new Target(Key.of(key), Mode.EXCLUSIVE, Scope.SUBTREE);
  }

  private static List<Long> tokens(KeyStanding standing) {
    return standing.holds().stream().map(Hold::token).toList();
  }

  private static List<Long> arrivals(KeyStanding standing) {
    return standing.waiters().stream().map(WaitingRequest::arrival).toList();
  }
}
