package io.tenure.core.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.DeadlockLimits;
import io.tenure.core.LockState;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.request.GrantRule;
import io.tenure.core.session.Owner;
import io.tenure.core.session.SessionEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Owners with more holds than the random runs give them. */
final class HeldKeysTest {
  private static final int STEPS = 4_000;
  private static final SessionId SESSION = new SessionId(1);

  private final LockState state = new LockState(DeadlockLimits.of(Limits.DEFAULT, 50_000));
  private long number;

  /** The index of an owner's holds by key says the same as a look at each of them. */
  @Test
  void targetIsCoveredIfOneOfManyHoldsCoversIt() {
    Random random = new Random(1);
    List<Long> tokens = new ArrayList<>();
    state.apply(new OpenSession(1, 10_000, "client"));
    int covered = 0;
    int most = 0;

    for (int step = 0; step < STEPS; step++) {
      boolean grows = step / 400 % 2 == 0;
      if (tokens.isEmpty() || random.nextInt(10) < (grows ? 7 : 3)) {
        Outcome outcome = acquire(state, target(random));
        if (outcome instanceof Outcome.Granted granted) {
          tokens.add(granted.token());
        }
      } else {
        long token = tokens.remove(random.nextInt(tokens.size()));
        state.apply(new ReleaseLock(next(), 0, token));
      }
      most = Math.max(most, tokens.size());
      covered += isCovered(target(random)) ? 1 : 0;
    }

    assertThat(most).isGreaterThan(Owner.FEW * 4);
    assertThat(covered).isBetween(STEPS / 10, STEPS - STEPS / 10);
  }

  private boolean isCovered(Target wanted) {
    SessionEntry session = Objects.requireNonNull(state.entry(SESSION));
    Claim draft = state.table().draft(session, command(List.of(wanted)));
    boolean covered = GrantRule.isCovered(draft.targets[0]);
    boolean comparable = draft.targets[0].node.mixesWith(wanted.mode());
    state.table().discard(draft);

    boolean expected =
        state.holds().stream()
            .flatMap(hold -> hold.targets().stream())
            .anyMatch(target -> target.covers(wanted));
    if (comparable) {
      assertThat(covered).as("%s with %s", wanted, state.holds()).isEqualTo(expected);
    }
    return covered;
  }

  /** The steps of a search do not grow with what the owner holds elsewhere. */
  @Test
  void ownerWithManyHoldsMayWait() {
    LockState tight = new LockState(DeadlockLimits.of(Limits.DEFAULT, 60));
    tight.apply(new OpenSession(1, 10_000, "client"));
    tight.apply(new OpenSession(2, 10_000, "other"));
    Target tree = new Target(Key.of("/tree"), Mode.SHARED, Scope.SUBTREE);
    for (int i = 1; i <= 100; i++) {
      RequestId request = new RequestId(new SessionId(2), i);
      tight.apply(new AcquireLock(request, 0, "reader-" + i, List.of(tree), false, Value.NONE));
      acquire(tight, Target.exclusive(Key.of("/held/" + i)));
    }
    RequestId taken = new RequestId(new SessionId(2), 101);
    List<Target> last = List.of(Target.exclusive(Key.of("/zz")));
    tight.apply(new AcquireLock(taken, 0, "other", last, false, Value.NONE));

    Outcome outcome =
        acquire(
            tight,
            Target.shared(Key.of("/tree/1")),
            Target.shared(Key.of("/tree/2")),
            Target.exclusive(Key.of("/zz")));

    assertThat(outcome).isInstanceOf(Outcome.Queued.class);
  }

  private Outcome acquire(LockState on, Target... targets) {
    return on.apply(command(List.of(targets))).outcome();
  }

  private AcquireLock command(List<Target> targets) {
    return new AcquireLock(next(), 0, "owner", targets, true, Value.NONE);
  }

  private RequestId next() {
    return new RequestId(SESSION, ++number);
  }

  private static Target target(Random random) {
    StringBuilder path = new StringBuilder();
    for (int depth = 1 + random.nextInt(3); depth > 0; depth--) {
      path.append('/').append((char) ('a' + random.nextInt(8)));
    }
    Mode mode =
        switch (random.nextInt(8)) {
          case 0 -> Mode.EXCLUSIVE;
          case 1 -> Mode.semaphore(2);
          default -> Mode.SHARED;
        };
    Scope scope = random.nextInt(8) == 0 ? Scope.SUBTREE : Scope.KEY;
    return new Target(Key.of(path.toString()), mode, scope);
  }
}
