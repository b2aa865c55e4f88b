package io.tenure.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.RaiseRevision;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Command.RevokeHold;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Command.WithdrawRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A command that exists is well-formed; whatever else is refused with the value and the range. */
final class CommandTest {
  private static final RequestId REQUEST = new RequestId(new SessionId(1), 4);
  private static final Key KEY = Key.of("/a");
  private static final List<Target> TARGETS = List.of(Target.exclusive(KEY));
  private static final long MAX = 9_007_199_254_740_991L;

  @Test
  void ttlIsOneSecondToTenMinutes() {
    assertThat(new OpenSession(1, 1_000, "").ttlMillis()).isEqualTo(1_000);
    assertThat(new OpenSession(1, 600_000, "").ttlMillis()).isEqualTo(600_000);

    assertRefused(() -> new OpenSession(1, 500, ""), "ttl: 0.5 s (expected: 1 s to 600 s)");
    assertRefused(() -> new OpenSession(1, 999, ""), "ttl: 0.999 s (expected: 1 s to 600 s)");
    assertRefused(() -> new OpenSession(1, 600_001, ""), "ttl: 600.001 s (expected: 1 s to 600 s)");
    assertRefused(() -> new OpenSession(1, -1_000, ""), "ttl: -1.0 s (expected: 1 s to 600 s)");
  }

  @Test
  void clientNameHasUpTo128Bytes() {
    assertThat(new OpenSession(1, 1_000, "").clientName()).isEmpty();
    assertThat(new OpenSession(1, 1_000, "ü".repeat(64)).clientName()).hasSize(64);

    assertRefused(
        () -> new OpenSession(1, 1_000, "ü".repeat(64) + "x"),
        "client name: 129 bytes (expected: 0 to 128 bytes)");
    assertRefused(
        () -> new OpenSession(1, 1_000, "a\tb"),
        "client name: \"a\\u0009b\" (expected: valid text without control characters)");
  }

  @Test
  void ownerHasUpTo128Bytes() {
    assertThat(acquire("x", TARGETS).owner()).isEqualTo("x");
    assertThat(acquire("x".repeat(128), TARGETS).owner()).hasSize(128);

    assertRefused(
        () -> acquire("#5", TARGETS),
        "owner: \"#5\" (expected: a label that does not begin with #)");
    assertRefused(
        () -> acquire("x".repeat(129), TARGETS), "owner: 129 bytes (expected: 1 to 128 bytes)");
    assertRefused(
        () -> acquire("\udc00", TARGETS),
        "owner: \"\\udc00\" (expected: valid text without control characters)");
  }

  @Test
  void requestWithoutOwnerIsAnOwnerOfItsOwn() {
    AcquireLock command = acquire("", TARGETS);

    assertThat(command.isFresh()).isTrue();
    assertThat(command.owner()).isEqualTo("#4");
    assertThat(command.party()).isEqualTo("#4");
    assertThat(acquire("#4", TARGETS)).isEqualTo(command);
    assertThat(acquire("x", TARGETS).isFresh()).isFalse();
  }

  @Test
  void partyHasUpTo128Bytes() {
    assertThat(party("").party()).isEqualTo("x");
    assertThat(party("t").party()).isEqualTo("t");

    assertRefused(() -> party("t".repeat(129)), "party: 129 bytes (expected: 1 to 128 bytes)");
    assertRefused(
        () -> party("#4"), "party: \"#4\" (expected: a label that does not begin with #)");
  }

  private static AcquireLock party(String party) {
    return new AcquireLock(REQUEST, 0, "x", party, TARGETS, true, Value.NONE);
  }

  @Test
  void requestHasOneToSixteenTargets() {
    assertThat(acquire("x", targets(1)).targets()).hasSize(1);
    assertThat(acquire("x", targets(16)).targets()).hasSize(16);

    assertRefused(() -> acquire("x", targets(0)), "targets: 0 (expected: 1 to 16)");
    assertRefused(() -> acquire("x", targets(17)), "targets: 17 (expected: 1 to 16)");
  }

  @Test
  void eachKeyIsAskedForOnce() {
    Target subtree = new Target(KEY, Mode.SHARED, Scope.SUBTREE);
    Target other = Target.exclusive(Key.of("/b"));

    assertRefused(
        () -> acquire("x", List.of(subtree, other, Target.exclusive(KEY))),
        "targets: /a twice (expected: each key once)");
  }

  @Test
  void targetsAreKeptInKeyOrder() {
    Target first = Target.shared(Key.of("/a"));
    Target second = Target.exclusive(Key.of("/a/b"));
    Target third = Target.shared(Key.of("/a-b"));

    assertThat(acquire("x", List.of(third, second, first)).targets())
        .containsExactly(first, second, third);
  }

  @Test
  void targetsDoNotChangeWithTheListTheyCameFrom() {
    List<Target> asked = new ArrayList<>(targets(2));
    AcquireLock command = acquire("x", asked);

    asked.clear();

    assertThat(command.targets()).hasSize(2).isUnmodifiable();
  }

  @Test
  void acknowledgedNumberIsBelowTheRequestsOwn() {
    List<LongFunction<Command>> commands =
        List.of(
            ack -> new AcquireLock(REQUEST, ack, "x", TARGETS, true, Value.NONE),
            ack -> new WithdrawRequest(REQUEST, ack, false),
            ack -> new ReleaseLock(REQUEST, ack, 1),
            ack -> new ConvertHold(REQUEST, ack, 1, Mode.SHARED, true),
            ack -> new SetValue(REQUEST, ack, 1, Value.NONE));

    for (LongFunction<Command> command : commands) {
      assertThat(command.apply(0)).isNotNull();
      assertThat(command.apply(3)).isNotNull();
      assertRefused(() -> command.apply(-1), "acknowledged: -1 (expected: 0 to 3)");
      assertRefused(() -> command.apply(4), "acknowledged: 4 (expected: 0 to 3)");
    }
  }

  @Test
  void requestsAreNumberedFromOne() {
    assertRefused(() -> new RequestId(new SessionId(1), 0), "request: 0 (expected: 1 or more)");
  }

  @Test
  void tokenIsPositiveAndBelowTwoToThe53() {
    List<LongFunction<Command>> commands =
        List.of(
            token -> new ReleaseLock(REQUEST, 0, token),
            token -> new ConvertHold(REQUEST, 0, token, Mode.EXCLUSIVE, false),
            token -> new SetValue(REQUEST, 0, token, Value.NONE),
            token -> new RevokeHold(KEY, token));

    for (LongFunction<Command> command : commands) {
      assertThat(command.apply(1)).isNotNull();
      assertThat(command.apply(MAX)).isNotNull();
      assertRefused(() -> command.apply(0), "token: 0 (expected: 1 to " + MAX + ")");
      assertRefused(
          () -> command.apply(MAX + 1), "token: " + (MAX + 1) + " (expected: 1 to " + MAX + ")");
    }
  }

  @Test
  void holdIsConvertedToALockAlone() {
    assertRefused(
        () -> new ConvertHold(REQUEST, 0, 1, Mode.semaphore(2), true),
        "mode: SEMAPHORE(2) (expected: EXCLUSIVE or SHARED)");
  }

  @Test
  void revisionIsRaisedAboveAPossibleOne() {
    assertThat(new RaiseRevision(0).above()).isZero();
    assertThat(new RaiseRevision(MAX).above()).isEqualTo(MAX);

    assertRefused(() -> new RaiseRevision(-1), "above: -1 (expected: 0 to " + MAX + ")");
    assertRefused(
        () -> new RaiseRevision(MAX + 1), "above: " + (MAX + 1) + " (expected: 0 to " + MAX + ")");
  }

  private static AcquireLock acquire(String owner, List<Target> targets) {
    return new AcquireLock(REQUEST, 0, owner, targets, true, Value.NONE);
  }

  private static List<Target> targets(int count) {
    return IntStream.range(0, count).mapToObj(i -> Target.exclusive(Key.of("/k" + i))).toList();
  }

  private static void assertRefused(ThrowingCallable construction, String message) {
    assertThatThrownBy(construction)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
