package io.tenure.server.shard;

import static io.tenure.server.raft.ratis.EngineCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.raft.PeerPositions.Position;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.raft.ratis.EngineCluster;
import io.tenure.server.raft.ratis.EngineCluster.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a round of questions makes of what goes wrong in it. */
@Tag("full")
final class LeadershipConfirmationTest {
  private final Error error = new StackOverflowError();

  @TempDir Path directory;

  private final List<Throwable> fatal = new CopyOnWriteArrayList<>();
  private volatile Supplier<CompletableFuture<Position>> member = CompletableFuture::new;
  private EngineCluster cluster;
  private LeadershipConfirmation confirmations;
  private long term;

  @BeforeEach
  void start() throws Exception {
    cluster = new EngineCluster(directory, 3);
    Node leader = cluster.leader();
    term = leader.shard().leadership().term();
    confirmations =
        new LeadershipConfirmation(
            leader.shard().log(),
            leader.shard().replica().leadership(),
            (address, shard) -> member.get(),
            new ShardSettings(1, 1 << 16, 1, 2, 1, 1),
            fatal::add);
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  private static Failure.Kind failure(CompletableFuture<Void> confirmation) throws Exception {
    try {
      confirmation.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return ((FailureException) e.getCause()).failure().kind();
    }
    throw new AssertionError("confirmed");
  }

  /** A round that went wrong must not be the last one. */
  private void assertThatTheNextRoundConfirms() throws Exception {
    member = () -> CompletableFuture.completedFuture(new Position(term, 0, 0, 0));
    confirmations.confirm().get(30, TimeUnit.SECONDS);
  }

  @Test
  void errorWhileAMemberIsAskedEndsTheNodeAndTheRound() throws Exception {
    member =
        () -> {
          throw error;
        };

    assertThat(failure(confirmations.confirm())).isEqualTo(Failure.Kind.NO_LEADER);

    assertThat(fatal).contains(error);
    assertThatTheNextRoundConfirms();
  }

  @Test
  void errorInTheCallToAMemberEndsTheNode() throws Exception {
    member = () -> CompletableFuture.failedFuture(error);

    assertThat(failure(confirmations.confirm())).isEqualTo(Failure.Kind.NO_LEADER);

    assertThat(fatal).contains(error);
  }

  @Test
  void memberThatCannotBeAskedIsOneThatDoesNotAgree() throws Exception {
    member =
        () -> {
          throw new IllegalStateException("for a test");
        };

    assertThat(failure(confirmations.confirm())).isEqualTo(Failure.Kind.NO_LEADER);

    assertThat(fatal).isEmpty();
    assertThatTheNextRoundConfirms();
  }

  @Test
  void membersOfAnotherTermDoNotConfirm() throws Exception {
    member = () -> CompletableFuture.completedFuture(new Position(term + 1, 0, 0, 0));

    assertThat(failure(confirmations.confirm())).isEqualTo(Failure.Kind.NO_LEADER);
  }

  @Test
  void whoeverComesDuringARoundGetsTheNextOne() throws Exception {
    CompletableFuture<Position> answer = new CompletableFuture<>();
    member = () -> answer;
    CompletableFuture<Void> first = confirmations.confirm();
    CompletableFuture<Position> later = new CompletableFuture<>();
    member = () -> later;
    CompletableFuture<Void> second = confirmations.confirm();

    answer.complete(new Position(term, 0, 0, 0));

    first.get(30, TimeUnit.SECONDS);
    assertThat(second).isNotDone();
    later.complete(new Position(term, 0, 0, 0));
    second.get(30, TimeUnit.SECONDS);
  }

  @Test
  void thoseWhoWaitForTheNextRoundAreBounded() throws Exception {
    CompletableFuture<Void> running = confirmations.confirm();
    List<CompletableFuture<Void>> waiting =
        List.of(confirmations.confirm(), confirmations.confirm());

    assertThat(failure(confirmations.confirm())).isEqualTo(Failure.Kind.OVERLOADED);

    assertThat(running).isNotDone();
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void errorInACallAboutLimitsEndsTheNode() {
    Node leader = cluster.leader();
    LimitsAgreement agreement =
        new LimitsAgreement(
            List.of(leader.shard()),
            (address, shard) -> CompletableFuture.failedFuture(error),
            (nanos, task) -> {},
            fatal::add);

    agreement.leadersChanged();

    await(() -> fatal.contains(error));
  }
}
