package io.tenure.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How many waiting requests a command looks at when it takes something out of their way. */
final class FreedWaitersTest {
  private static final int MANY = 500;

  /** A few that watch by themselves, and those of the owner whose turn it is. */
  private static final int FEW = 4;

  private static final SessionId SESSION = new SessionId(1);

  private final LockState state = new LockState(DeadlockLimits.of(Limits.DEFAULT, 1_000_000));
  private long number;

  FreedWaitersTest() {
    state.apply(new OpenSession(1, 10_000, "client"));
  }

  @Test
  void oneOfManyReadersLeavesAndNobodyIsLookedAt() {
    List<Long> readers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      readers.add(grant("reader-" + i, Target.shared(Key.of("/z"))));
    }
    for (int i = 0; i < 20; i++) {
      grant("owner", Target.exclusive(Key.of("/held/" + i)));
    }
    for (int i = 0; i < 100; i++) {
      queue("owner", subtree("/n"), subtree("/n/n"), Target.exclusive(Key.of("/z")));
    }

    assertThat(looksOf(() -> release(readers.get(MANY / 2)))).isZero();
    assertThat(looksOf(() -> release(readers.get(0)))).isZero();
    assertThat(looksOf(() -> release(readers.get(MANY - 1)))).isZero();
  }

  /** What is left of the list that it watches is its own. */
  @Test
  void upgraderIsLookedAtWhenTheLastOtherReaderLeaves() {
    List<Long> readers = new ArrayList<>();
    grant("writer", Target.shared(Key.of("/z")));
    for (int i = 0; i < MANY; i++) {
      readers.add(grant("reader-" + i, Target.shared(Key.of("/z"))));
    }
    long waiting = queue("writer", Target.exclusive(Key.of("/z")), subtree("/n"));

    for (int i = 0; i < MANY - 1; i++) {
      long token = readers.get(i);
      assertThat(looksOf(() -> release(token))).isZero();
    }
    assertThat(looksOf(() -> release(readers.get(MANY - 1)))).isEqualTo(1);
    assertThat(state.apply(acquire(waiting, "writer", exclusiveAndTree())).outcome())
        .isInstanceOf(Outcome.Granted.class);
  }

  private static Target[] exclusiveAndTree() {
    return new Target[] {Target.exclusive(Key.of("/z")), subtree("/n")};
  }

  @Test
  void lastOfManySubtreeRequestsIsWithdrawnAndFewAreLookedAt() {
    grant("holder", subtree("/tree"));
    List<Long> subtrees = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      subtrees.add(queue("subtree-" + i, subtree("/tree")));
    }
    for (int i = 0; i < MANY; i++) {
      queue("below-" + i, Target.exclusive(Key.of("/tree/" + i)));
    }

    for (int i = subtrees.size() - 1; i > 0; i--) {
      long last = subtrees.get(i);
      assertThat(looksOf(() -> withdraw(last))).isLessThanOrEqualTo(FEW);
    }
    long first = subtrees.get(0);
    assertThat(looksOf(() -> withdraw(first))).isEqualTo(MANY);
  }

  @Test
  void firstOfManySubtreeRequestsComesAndGoesAndFewAreLookedAt() {
    grant("holder", subtree("/tree"));
    long one = queue("one", subtree("/tree"));
    long two = queue("two", subtree("/tree"));
    for (int i = 0; i < MANY; i++) {
      queue("below-" + i, Target.exclusive(Key.of("/tree/" + i)));
    }

    for (int turn = 0; turn < 5; turn++) {
      assertThat(looksOf(() -> aside(one))).isLessThanOrEqualTo(FEW);
      state.apply(acquire(one, "one", subtree("/tree")));
      assertThat(looksOf(() -> aside(two))).isLessThanOrEqualTo(FEW);
      state.apply(acquire(two, "two", subtree("/tree")));
    }
  }

  /** The reason that they come to share must be ahead of them, and is none for its owner. */
  @Test
  void manyComeBackAheadOfOthersAndShareTheirReason() {
    long holder = grant("holder", subtree("/tree"));
    grant("other", Target.exclusive(Key.of("/busy")));
    long first = queue("first", subtree("/tree"));
    queue("second", subtree("/tree"), Target.exclusive(Key.of("/busy")));
    List<Long> early = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      early.add(queue("early-" + i, Target.exclusive(Key.of("/tree/" + i))));
    }
    early.forEach(this::aside);
    long between = queue("between", subtree("/tree"));
    for (int i = 0; i < FEW; i++) {
      queue("late-" + i, Target.exclusive(Key.of("/tree/late/" + i)));
      queue("second", Target.exclusive(Key.of("/tree/second/" + i)));
    }

    for (int i = 0; i < MANY; i++) {
      Target key = Target.exclusive(Key.of("/tree/" + i));
      state.apply(acquire(early.get(i), "early-" + i, key));
    }

    assertThat(looksOf(() -> withdraw(first))).isLessThanOrEqualTo(FEW);
    assertThat(looksOf(() -> withdraw(between))).isLessThanOrEqualTo(2 * FEW);
    assertThat(heldBy("second")).isZero();
    release(holder);
    assertThat(heldBy("second")).isEqualTo(FEW);
    assertThat(heldBy("late-0")).isZero();
  }

  @Test
  void reasonThatIsSharedIsAheadOfThoseThatComeBack() {
    long holder = grant("holder", subtree("/tree"));
    long first = queue("first", subtree("/tree"));
    List<Long> early = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      early.add(queue("early-" + i, Target.exclusive(Key.of("/tree/" + i))));
    }
    early.forEach(this::aside);
    queue("between", subtree("/tree"));
    for (int i = 0; i < FEW; i++) {
      queue("late-" + i, Target.exclusive(Key.of("/tree/late/" + i)));
    }
    for (int i = 0; i < MANY; i++) {
      Target key = Target.exclusive(Key.of("/tree/" + i));
      state.apply(acquire(early.get(i), "early-" + i, key));
    }

    withdraw(first);
    release(holder);

    assertThat(state.holdCount()).isEqualTo(MANY);
    assertThat(state.waitingCount()).isEqualTo(1 + FEW);
  }

  private long heldBy(String owner) {
    return state.holds().stream().filter(hold -> hold.owner().label().equals(owner)).count();
  }

  @Test
  void requestsOfOneOwnerAreLookedAtOnceEach() {
    long gate = grant("gate", Target.exclusive(Key.of("/z")));
    for (int i = 0; i < 200; i++) {
      queue("owner", Target.shared(Key.of("/z")), Target.exclusive(Key.of("/own/" + i)));
    }

    assertThat(looksOf(() -> release(gate))).isEqualTo(200);
    assertThat(state.waitingCount()).isZero();
  }

  /** Those that wait for something else are asked for the one target that they wait for. */
  @Test
  void requestIsLookedAtAgainWhenWhatItWaitsForIsCovered() {
    grant("other", Target.exclusive(Key.of("/busy")));
    long reader = grant("reader", Target.shared(Key.of("/tree/x")));
    queue("owner", subtree("/tree"));
    queue("owner", Target.exclusive(Key.of("/tree/x")));
    queue("owner", Target.exclusive(Key.of("/busy")), Target.exclusive(Key.of("/tree/x")));

    assertThat(looksOf(() -> release(reader))).isEqualTo(4);
    assertThat(state.waitingCount()).isEqualTo(1);
  }

  private long looksOf(Supplier<Applied> command) {
    long before = StateProbe.looks(state);
    assertThat(command.get()).isNotNull();
    return StateProbe.looks(state) - before;
  }

  private long grant(String owner, Target... targets) {
    Applied applied = state.apply(acquire(++number, owner, targets));
    return ((Outcome.Granted) applied.outcome()).token();
  }

  private long queue(String owner, Target... targets) {
    Applied applied = state.apply(acquire(++number, owner, targets));
    assertThat(applied.outcome()).isInstanceOf(Outcome.Queued.class);
    return number;
  }

  private AcquireLock acquire(long request, String owner, Target... targets) {
    RequestId id = new RequestId(SESSION, request);
    return new AcquireLock(id, 0, owner, "party-" + request, List.of(targets), true, Value.NONE);
  }

  private Applied release(long token) {
    return state.apply(new ReleaseLock(new RequestId(SESSION, ++number), 0, token));
  }

  private Applied withdraw(long request) {
    return state.apply(new WithdrawRequest(new RequestId(SESSION, request), 0, true));
  }

  private Applied aside(long request) {
    return state.apply(new StandAside(new RequestId(SESSION, request)));
  }

  private static Target subtree(String path) {
    return new Target(Key.of(path), Mode.EXCLUSIVE, Scope.SUBTREE);
  }
}
