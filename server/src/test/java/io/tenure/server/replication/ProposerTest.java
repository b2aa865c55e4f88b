package io.tenure.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.core.Command;
import io.tenure.core.Command.CloseSession;
import io.tenure.core.SessionId;
import io.tenure.server.replication.EngineCluster.RecordedAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProposerTest {
  private static final ShardSettings SETTINGS = new ShardSettings(3, 1 << 16, 2, 5, 1, 1);
  private static final ShardSettings LARGE = new ShardSettings(100, 1 << 16, 2, 1_000, 1, 1);

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
        DistributionSummary.builder("sizes").register(new SimpleMeterRegistry()));
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
}
