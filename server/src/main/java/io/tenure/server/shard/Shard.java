package io.tenure.server.shard;

import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Command.CompareState;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.raft.ReplicatedLog;
import io.tenure.raft.ShardStatus;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Applier;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import io.tenure.server.apply.Leadership;
import io.tenure.server.apply.Outbox;
import io.tenure.server.apply.Proposer;
import io.tenure.server.apply.ShardLeadership;
import io.tenure.server.peer.PeerCalls;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** One shard on this node: the way to its log and to its state. Any thread; nothing here blocks. */
public final class Shard {
  /** How far apart two comparisons of the states begin that somebody asks for. */
  private static final long MIN_COMPARE_MILLIS = 10_000;

  private static final long MAX_COMPARE_SECONDS = 90;

  private final ReplicatedLog log;
  private final Replica replica;
  private final Applier applier;
  private final ShardLeadership leadership;
  private final Proposer proposer;
  private final LeadershipConfirmation confirmations;
  private final ComparisonRounds comparisons;

  Shard(Parts parts) {
    this.log = parts.log();
    this.replica = parts.replica();
    this.applier = replica.applier();
    this.leadership = replica.leadership();
    this.proposer = parts.proposer();
    this.confirmations = parts.confirmations();
    this.comparisons =
        new ComparisonRounds(
            this::proposeComparison,
            TimeUnit.MILLISECONDS.toNanos(Math.min(MIN_COMPARE_MILLIS, parts.compareMillis())),
            replica.comparisons()::after,
            System::nanoTime);
    replica.upkeep().start(this::proposeInTerm, parts.stateBytes());
    replica.comparisons().start(new StateComparisons.Cluster(log, parts.peers()));
  }

  /** What a shard is made of. */
  record Parts(
      ReplicatedLog log,
      Replica replica,
      Proposer proposer,
      LeadershipConfirmation confirmations,
      PeerCalls peers,
      long stateBytes,
      long compareMillis) {}

  public int index() {
    return log.index();
  }

  public String name() {
    return log.name();
  }

  /**
   * Proposes a command. The answer gets its outcome when it is committed and applied, or the
   * failure; at once if this node does not lead.
   */
  public void propose(Command command, Answer answer) {
    enqueue(command, answer);
    submit();
  }

  /** Like {@link #propose}, but waits for {@link #submit}, so that many can go together. */
  public void enqueue(Command command, Answer answer) {
    if (leadership.term() == ShardLeadership.NONE) {
      answer.failed(notLeading());
    } else {
      proposer.add(command, answer);
    }
  }

  /**
   * Proposes a command that takes effect in this term or never. A proposal that waits here while
   * leadership goes and comes back would otherwise act on what was true in another term.
   */
  public void proposeInTerm(long term, Command command, Answer answer) {
    if (term == ShardLeadership.NONE || leadership.term() != term) {
      answer.failed(notLeading());
    } else {
      proposer.addInTerm(term, command, answer);
      submit();
    }
  }

  /**
   * Has all members compare their states at the same index of the log. This node must lead. The
   * comparison is complete when every member has answered, or a minute has passed. Calls share a
   * comparison that is under way, and wait if the last one began only a moment ago; see {@link
   * ComparisonRounds}.
   */
  public CompletableFuture<StateComparison> compareState() {
    return leadership.term() == ShardLeadership.NONE
        ? CompletableFuture.failedFuture(new FailureException(notLeading()))
        : comparisons.join();
  }

  private CompletableFuture<StateComparison> proposeComparison() {
    CompletableFuture<StateComparison> compared = new CompletableFuture<>();
    propose(
        new CompareState(),
        new Answer() {
          @Override
          public void applied(Outcome outcome) {
            var unused =
                replica
                    .comparisons()
                    .newest()
                    .whenComplete(
                        (comparison, thrown) -> {
                          if (thrown == null) {
                            compared.complete(comparison);
                          } else {
                            compared.completeExceptionally(thrown);
                          }
                        });
          }

          @Override
          public void failed(Failure failure) {
            compared.completeExceptionally(new FailureException(failure));
          }

          @Override
          public Outbox outbox() {
            return Outbox.NONE;
          }
        });
    // Later than any comparison ends; one that were lost would keep all others from beginning.
    return compared.orTimeout(MAX_COMPARE_SECONDS, TimeUnit.SECONDS);
  }

  /** Now and then: compares the states, if this node leads and there is another one. */
  public void compareStateIfLeading() {
    if (leadership.term() != ShardLeadership.NONE && log.members().all().size() > 1) {
      var unused = compareState();
    }
  }

  /** This node's checksum of its state, for another member, which says its own. */
  public OptionalLong stateChecksum(PeerCalls.StateChecksum theirs) {
    return replica.comparisons().asked(theirs);
  }

  /** Sends what was enqueued. */
  public void submit() {
    proposer.send();
  }

  /** Why a command cannot be taken here, with where to go instead. */
  public Failure notLeading() {
    return leadership.notLeading();
  }

  /**
   * Reads what includes everything that was acknowledged before the call, by any node. The query
   * runs on some other thread, holds the applier up, and so must be short.
   */
  public <T> CompletableFuture<T> read(Function<LockState, T> query) {
    if (leadership.term() == ShardLeadership.NONE) {
      return CompletableFuture.failedFuture(new FailureException(notLeading()));
    }
    // Whatever was acknowledged is applied here: by this leader before it said so, and by those
    // before it before this one was ready.
    return confirmations.confirm().thenApply(confirmed -> applier.read(query));
  }

  /** Reads the state as this node has it, which may be behind. */
  public <T> T readStale(Function<LockState, T> query) {
    return applier.read(query);
  }

  /**
   * Completes when it is certain that this node led, in this term, at some moment after the call.
   */
  public CompletableFuture<Void> confirmLeadership(long term) {
    if (leadership.term() != term) {
      return CompletableFuture.failedFuture(new FailureException(notLeading()));
    }
    return confirmations
        .confirm()
        .thenCompose(
            confirmed ->
                leadership.term() == term
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(new FailureException(notLeading())));
  }

  /** Who leads, as this node sees it at the moment. */
  public Leadership leadership() {
    return leadership.current();
  }

  /**
   * A number for a request whose client did not choose one: above all that the session has used.
   */
  public long nextRequestNumber(SessionId session) {
    return applier.read(state -> replica.numbers().next(state, session));
  }

  /** This answer no longer waits for the request's grant. Another one for the same request may. */
  public void abandon(RequestId request, Answer answer) {
    replica.waiting().remove(request, answer);
  }

  /** Whether a client of this node waits for the request's grant. */
  public boolean isAwaited(RequestId request) {
    return replica.waiting().contains(request);
  }

  /** Commands that wait to be proposed. */
  public int queued() {
    return proposer.queued();
  }

  /** Requests in the core's queue whose clients wait here. */
  public int awaited() {
    return replica.waiting().size();
  }

  /**
   * The other members have this memory for the state; 0 for one that did not say.
   *
   * @param term the one that this node led in when they were asked
   */
  public void agree(long term, List<Long> others) {
    replica.upkeep().agree(applier.read(StateUpkeep.View::of), term, others);
  }

  /** How this node's copy of the log stands. */
  public ShardStatus status() {
    return log.status();
  }

  public ReplicatedLog log() {
    return log;
  }

  Replica replica() {
    return replica;
  }
}
