package io.tenure.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

final class ComparisonRoundsTest {
  private static final long INTERVAL = 10_000;

  private final List<CompletableFuture<StateComparison>> begun = new ArrayList<>();

  /** By the time at which they are due. */
  private final TreeMap<Long, Runnable> later = new TreeMap<>();

  private long now = -5;
  private boolean stopping;
  private final ComparisonRounds rounds =
      new ComparisonRounds(this::begin, INTERVAL, this::after, () -> now);

  private CompletableFuture<StateComparison> begin() {
    CompletableFuture<StateComparison> round = new CompletableFuture<>();
    begun.add(round);
    return round;
  }

  private void after(long nanos, Runnable task) {
    if (stopping) {
      throw new RejectedExecutionException("stopping");
    }
    later.put(now + nanos, task);
  }

  private void passUntil(long time) {
    now = time;
    while (!later.isEmpty() && later.firstKey() <= now) {
      later.pollFirstEntry().getValue().run();
    }
  }

  private static StateComparison at(long index) {
    return new StateComparison(index, new TreeMap<>());
  }

  @Test
  void firstCallBeginsAtOnce() {
    CompletableFuture<StateComparison> call = rounds.join();
    begun.get(0).complete(at(7));

    assertThat(call).isCompletedWithValue(at(7));
  }

  @Test
  void callsJoinTheRoundThatIsUnderWay() {
    List<CompletableFuture<StateComparison>> calls = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      calls.add(rounds.join());
    }

    assertThat(begun).hasSize(1);
    begun.get(0).complete(at(7));
    assertThat(calls).allSatisfy(call -> assertThat(call).isCompletedWithValue(at(7)));
  }

  @Test
  void callsAfterARoundWaitForTheNextOneAndShareIt() {
    CompletableFuture<StateComparison> first = rounds.join();
    begun.get(0).complete(at(7));
    passUntil(100);

    CompletableFuture<StateComparison> second = rounds.join();
    CompletableFuture<StateComparison> third = rounds.join();
    passUntil(INTERVAL - 6);
    assertThat(begun).hasSize(1);
    passUntil(INTERVAL - 5);
    assertThat(begun).hasSize(2);
    CompletableFuture<StateComparison> fourth = rounds.join();
    begun.get(1).complete(at(9));

    assertThat(first).isCompletedWithValue(at(7));
    assertThat(List.of(second, third, fourth))
        .allSatisfy(call -> assertThat(call).isCompletedWithValue(at(9)));
    assertThat(begun).hasSize(2);
  }

  /** The interval is counted from the beginning of a round, which is what costs. */
  @Test
  void longRoundIsFollowedAtOnce() {
    rounds.join().cancel(false);
    passUntil(3 * INTERVAL);
    begun.get(0).complete(at(7));

    CompletableFuture<StateComparison> call = rounds.join();

    assertThat(begun).hasSize(2);
    begun.get(1).complete(at(9));
    assertThat(call).isCompletedWithValue(at(9));
  }

  @Test
  void roundThatFailsDoesNotMakeTheNextOneWait() {
    CompletableFuture<StateComparison> call = rounds.join();
    begun.get(0).completeExceptionally(new IOException("this node does not lead"));
    assertThat(call).isCompletedExceptionally();

    CompletableFuture<StateComparison> again = rounds.join();
    begun.get(1).complete(at(9));

    assertThat(again).isCompletedWithValue(at(9));
  }

  /** A caller that gives up takes nothing from the others. */
  @Test
  void callThatIsCancelledLeavesTheRoundAlone() {
    CompletableFuture<StateComparison> one = rounds.join();
    CompletableFuture<StateComparison> other = rounds.join();

    one.cancel(false);
    begun.get(0).complete(at(7));

    assertThat(other).isCompletedWithValue(at(7));
  }

  @Test
  void callThatWouldHaveToWaitFailsWhileTheNodeStops() {
    assertThat(rounds.join()).isNotDone();
    begun.get(0).complete(at(7));
    stopping = true;

    assertThat(rounds.join())
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("this node is stopping");
    assertThat(begun).hasSize(1);
  }
}
