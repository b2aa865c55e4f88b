package io.tenure.server.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.ExpireSession;
import io.tenure.core.model.Key;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.raft.ratis.EngineCluster.RecordedAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProposerTest {
  private static final ShardSettings SETTINGS = new ShardSettings(3, 1 << 16, 2, 5, 1, 1);
  private static final ShardSettings LARGE = new ShardSettings(100, 1 << 16, 2, 1_000, 1, 1);

  private final List<Throwable> broken = new ArrayList<>();
  private final List<Runnable> alarms = new ArrayList<>();
  private final List<Batch> sent = new ArrayList<>();
  private final List<CompletableFuture<@Nullable Failure>> results = new ArrayList<>();
  private final Proposer proposer = proposer(SETTINGS);

  private Proposer proposer(ShardSettings settings) {
    return new Proposer(
        settings,
        batch -> {
          sent.add(batch);
          CompletableFuture<@Nullable Failure> result = new CompletableFuture<>();
          results.add(result);
          return result;
        },
        (nanos, action) -> alarms.add(action),
        DistributionSummary.builder("sizes").register(new SimpleMeterRegistry()),
        broken::add);
  }

  private static void propose(Proposer to, int count) {
    for (int i = 1; i <= count; i++) {
      to.add(command(i), new RecordedAnswer());
    }
    to.send();
  }

  private static Command command(int session) {
    return new CloseSession(new SessionId(session));
  }

  private RecordedAnswer propose(int session) {
    RecordedAnswer answer = new RecordedAnswer();
    proposer.add(command(session), answer);
    proposer.send();
    return answer;
  }

  private static List<Integer> sizes(List<Batch> batches) {
    return batches.stream().map(batch -> batch.proposals().size()).toList();
  }

  @Test
  void aLoneCommandGoesOutAtOnce() {
    propose(1);

    assertThat(sizes(sent)).containsExactly(1);
  }

  @Test
  void commandsGatherWhileBatchesAreInFlight() {
    for (int i = 1; i <= 5; i++) {
      propose(i);
    }
    assertThat(sizes(sent)).containsExactly(1, 1);

    results.get(0).complete(null);

    assertThat(sizes(sent)).containsExactly(1, 1, 3);
  }

  @Test
  void whatIsQueuedTogetherIsSentTogether() {
    proposer.add(command(1), new RecordedAnswer());
    proposer.add(command(2), new RecordedAnswer());

    proposer.send();

    assertThat(sizes(sent)).containsExactly(2);
  }

  @Test
  void moreThanTheQueueHoldsIsRefusedAtOnce() {
    List<RecordedAnswer> answers = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      answers.add(propose(i));
    }

    assertThat(answers.subList(0, 7)).noneMatch(RecordedAnswer::heard);
    assertThat(answers.get(7).failures.get(0).kind()).isEqualTo(Failure.Kind.OVERLOADED);
  }

  @Test
  void aFailedBatchFailsEverybodyInItOnce() {
    RecordedAnswer answer = propose(1);

    results.get(0).complete(new Failure(Failure.Kind.LEADERSHIP_LOST, "lost", null));

    assertThat(answer.failures).hasSize(1);
    assertThat(sent.get(0).claim()).isFalse();
  }

  @Test
  void aBatchThatTheApplierAnsweredIsNotFailedAgain() {
    RecordedAnswer answer = propose(1);
    sent.get(0).claim();

    results.get(0).complete(new Failure(Failure.Kind.LEADERSHIP_LOST, "lost", null));

    assertThat(answer.heard()).isFalse();
  }

  @Test
  void commandsOfDifferentTermsDoNotShareABatch() {
    proposer.addInTerm(4, command(1), new RecordedAnswer());
    proposer.add(command(2), new RecordedAnswer());
    proposer.addInTerm(5, command(3), new RecordedAnswer());

    proposer.send();
    results.get(0).complete(null);

    assertThat(sizes(sent)).containsExactly(2, 1);
    assertThat(sent.get(0).mayBeAppendedIn(5)).isFalse();
    assertThat(sent.get(0).mayBeAppendedIn(4)).isTrue();
    assertThat(sent.get(1).mayBeAppendedIn(5)).isTrue();
  }

  @Test
  void aLargeBatchHasNoneBesideIt() {
    Proposer large = proposer(LARGE);

    propose(large, 40);
    propose(large, 1);

    assertThat(sizes(sent)).containsExactly(40);
  }

  @Test
  void afterALargeBatchMostOfThoseWhoWereAnsweredAreAwaited() {
    Proposer large = proposer(LARGE);
    propose(large, 40);
    propose(large, 10);

    sent.get(0).satisfied(40);
    results.get(0).complete(null);
    propose(large, 34);
    assertThat(sizes(sent)).containsExactly(40);
    propose(large, 1);

    assertThat(sizes(sent)).containsExactly(40, 45);
  }

  @Test
  void theyAreNotAwaitedForLong() {
    Proposer large = proposer(LARGE);
    propose(large, 40);
    propose(large, 10);
    sent.get(0).satisfied(40);
    results.get(0).complete(null);

    alarms.get(0).run();

    assertThat(sizes(sent)).containsExactly(40, 10);
  }

  @Test
  void whatGivesBackGoesFirst() {
    propose(1);
    propose(2);
    for (int i = 1; i <= 4; i++) {
      proposer.add(acquire(i), new RecordedAnswer());
    }
    propose(3);

    results.get(0).complete(null);

    assertThat(sizes(sent)).containsExactly(1, 1, 3);
    assertThat(sent.get(2).proposals().get(0).command()).isEqualTo(command(3));
  }

  @Test
  void endlessReliefLeavesAnEighthOfEachBatchToDemand() {
    Proposer large = proposer(LARGE);
    propose(large, 2);
    for (int i = 1; i <= 30; i++) {
      large.add(acquire(i), new RecordedAnswer());
    }
    propose(large, 300);

    results.get(0).complete(null);
    results.get(1).complete(null);

    assertThat(sizes(sent)).containsExactly(2, 100, 100);
    assertThat(acquires(sent.get(1))).isEqualTo(12);
    assertThat(acquires(sent.get(2))).isEqualTo(13);
  }

  @Test
  void demandHasItsShareOfTheBytesOfABatchToo() {
    Proposer narrow = proposer(new ShardSettings(1_000, 800, 2, 1_000, 1, 1));
    propose(narrow, 2);
    narrow.add(acquire(1), new RecordedAnswer());
    propose(narrow, 500);

    results.get(0).complete(null);

    assertThat(acquires(sent.get(1))).isEqualTo(1);
    assertThat(sent.get(1).proposals()).hasSizeBetween(100, 400);
  }

  @Test
  void demandHasItsShareOfBatchesOfOneCommandToo() {
    Proposer lone = proposer(new ShardSettings(1, 1 << 16, 1, 100, 1, 1));
    propose(lone, 1);
    for (int i = 1; i <= 2; i++) {
      lone.add(acquire(i), new RecordedAnswer());
    }
    propose(lone, 40);

    for (int i = 0; i < 16; i++) {
      results.get(i).complete(null);
    }

    assertThat(sent.stream().mapToLong(ProposerTest::acquires).sum()).isEqualTo(2);
  }

  @Test
  void reliefTakesWhatDemandDoesNotNeed() {
    Proposer large = proposer(LARGE);
    propose(large, 2);
    large.add(acquire(1), new RecordedAnswer());
    propose(large, 99);

    results.get(0).complete(null);

    assertThat(sizes(sent)).containsExactly(2, 100);
  }

  private static long acquires(Batch batch) {
    return batch.proposals().stream()
        .filter(proposal -> proposal.command() instanceof AcquireLock)
        .count();
  }

  @Test
  void fullQueueOfAcquiresKeepsNoReleaseOut() {
    propose(1);
    propose(2);
    List<RecordedAnswer> acquires = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      acquires.add(new RecordedAnswer());
      proposer.add(acquire(i), acquires.get(i - 1));
    }

    RecordedAnswer close = propose(3);

    assertThat(acquires.get(5).failures.get(0).kind()).isEqualTo(Failure.Kind.OVERLOADED);
    assertThat(close.failures).isEmpty();
  }

  @Test
  void fullQueueKeepsNothingOutThatTheLeaderItselfProposes() {
    for (int i = 1; i <= 8; i++) {
      propose(i);
    }
    RecordedAnswer expiry = new RecordedAnswer();

    proposer.addInTerm(4, new ExpireSession(new SessionId(9)), expiry);

    assertThat(expiry.failures).isEmpty();
  }

  @Test
  void queueIsBoundedInBytes() {
    Proposer small = proposer(new ShardSettings(3, 1 << 16, 2, 1_000, 16 << 10, 1 << 30, 1, 1));
    propose(small, 2);
    List<RecordedAnswer> answers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      answers.add(new RecordedAnswer());
      small.add(acquire(i, Value.of(new byte[4_000])), answers.get(i));
    }

    assertThat(answers.get(2).failures).isEmpty();
    assertThat(answers.get(4).failures.get(0).message())
        .isEqualTo(
            "bytes of queued requests: full (expected: at most 16384, 1/32 of the heap for all"
                + " shards; retry later, or start the server with a larger -Xmx)");
  }

  @Test
  void commandsThatTheLogDidNotTakeAreAnsweredAndTheNodeEnds() {
    Error broken = new OutOfMemoryError("for a test");
    Proposer failing =
        new Proposer(
            SETTINGS,
            batch -> {
              throw broken;
            },
            (nanos, action) -> alarms.add(action),
            DistributionSummary.builder("sizes").register(new SimpleMeterRegistry()),
            this.broken::add);
    RecordedAnswer answer = new RecordedAnswer();
    failing.add(command(1), answer);

    assertThatThrownBy(failing::send).isSameAs(broken);

    assertThat(answer.failures).hasSize(1);
    assertThat(this.broken).containsExactly(broken);
  }

  @Test
  void batchThatFailsInTheLogIsAnsweredAndTheNodeEnds() {
    RecordedAnswer answer = propose(1);
    RuntimeException broken = new IllegalStateException("for a test");

    results.get(0).completeExceptionally(broken);

    assertThat(answer.failures).hasSize(1);
    assertThat(this.broken).containsExactly(broken);
  }

  private static Command acquire(int number) {
    return acquire(number, Value.NONE);
  }

  private static Command acquire(int number, Value value) {
    return new AcquireLock(
        new RequestId(new SessionId(1), number + 1),
        0,
        "",
        List.of(Target.exclusive(Key.of("/a"))),
        true,
        value);
  }
}
