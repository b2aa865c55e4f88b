package io.tenure.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.LockState;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.ReleaseLock;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Compares what limits in bytes count with what a real heap takes. The footprint may be too large;
 * if it were too small, a shard within its limits could run out of memory.
 */
final class FootprintTest {
  private static final int MANY = 20_000;

  /** No more than this part of the footprint is taken in vain, or the limits would be useless. */
  private static final double FULL = 0.4;

  private final LockState state =
      new LockState(
          new Limits(
              100_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000,
              50_000, 1_000, 1L << 40, 1L << 40, 1L << 40));

  private final SessionId session = open(1);
  private long number;

  @Test
  void holdTakesNoMoreThanItsFootprint() {
    long taken =
        grows(
            () -> acquireEach(i -> new Ask("", "", "/some/group/" + i, Value.of("v".repeat(64)))));

    assertFits(taken, state.heldBytes());
  }

  @Test
  void holdWithFullValueTakesNoMoreThanItsFootprint() {
    long taken =
        grows(() -> acquireEach(i -> new Ask("", "", "/k" + i, Value.of(new byte[4_096]))));

    assertFits(taken, state.heldBytes());
  }

  @Test
  void holdOfNamedOwnerAndPartyAtDeepKeyTakesNoMoreThanItsFootprint() {
    String below = "/a/b/c/d/e/f/g/h/i/j/k/l/m/n";
    long taken =
        grows(
            () ->
                acquireEach(
                    i -> new Ask("owner-" + i, "party-" + i, "/x" + i + below, Value.NONE)));

    assertFits(taken, state.heldBytes());
  }

  /** Such an owner has an index of its holds by key. */
  @Test
  void holdsOfSeveralKeysOfOneOwnerTakeNoMoreThanTheirFootprint() {
    long taken =
        grows(
            () -> {
              for (int i = 0; i < MANY / 16; i++) {
                String path = "/some/group/" + i + "/";
                List<Target> targets =
                    IntStream.range(0, 16)
                        .mapToObj(k -> Target.exclusive(Key.of(path + k)))
                        .toList();
                RequestId request = new RequestId(session, ++number);
                state.apply(new AcquireLock(request, 0, "owner", targets, true, Value.NONE));
              }
            });

    assertFits(taken, state.heldBytes());
  }

  @Test
  void waitingRequestTakesNoMoreThanItsFootprint() {
    acquireEach(i -> new Ask("", "", "/held/" + i, Value.NONE));
    long taken = grows(() -> acquireEach(i -> new Ask("", "t" + i, "/held/" + i, Value.NONE)));

    assertThat(state.waitingCount()).isEqualTo(MANY);
    assertFits(taken, state.waitingBytes());
  }

  @Test
  void endedAnswerTakesNoMoreThanItsFootprint() {
    long taken =
        grows(
            () -> {
              for (int i = 1; i <= MANY; i++) {
                state.apply(new ReleaseLock(new RequestId(session, ++number), 0, 77));
              }
            });

    assertFits(taken, state.answerBytes());
  }

  @Test
  void sessionTakesNoMoreThanItsFootprint() {
    long taken =
        grows(
            () -> {
              for (int i = 2; i < MANY + 2; i++) {
                open(i);
              }
            });

    // The rest is for the leader's clock and the front end.
    assertThat(taken).isLessThan(MANY * Footprint.SESSION);
  }

  private static void assertFits(long taken, long footprint) {
    assertThat(taken).isLessThanOrEqualTo(footprint);
    assertThat(taken).isGreaterThan((long) (footprint * FULL));
  }

  private record Ask(String owner, String party, String path, Value value) {}

  private void acquireEach(IntFunction<Ask> asks) {
    for (int i = 0; i < MANY; i++) {
      Ask ask = asks.apply(i);
      List<Target> targets = List.of(Target.exclusive(Key.of(ask.path())));
      state.apply(
          new AcquireLock(
              new RequestId(session, ++number),
              0,
              ask.owner(),
              ask.party(),
              targets,
              true,
              ask.value()));
    }
  }

  private SessionId open(long nonce) {
    Outcome outcome = state.apply(new OpenSession(nonce, 10_000, "client-" + nonce)).outcome();
    return ((Outcome.SessionOpened) outcome).session();
  }

  private static long grows(Runnable action) {
    long before = used();
    action.run();
    return used() - before;
  }

  /** After collections, until one frees nothing more. */
  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      System.gc();
      long now = runtime.totalMemory() - runtime.freeMemory();
      if (now >= used) {
        return used;
      }
      used = now;
    }
    return used;
  }
}
