package io.tenure.server.shard;

import io.tenure.raft.LogMembers;
import io.tenure.raft.Member;
import io.tenure.raft.PeerPositions;
import io.tenure.raft.PeerPositions.Position;
import io.tenure.raft.ReplicatedLog;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import io.tenure.server.apply.ShardLeadership;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.thread.CoalescedRun;
import io.tenure.server.thread.FutureErrors;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Confirms that this node still leads.
 *
 * <p>A round asks the other members for their current term. If a majority, this node included, is
 * still in the term that this node leads in, then nobody led in a later term when the round began:
 * a later leader has a majority of voters in its own term, and two majorities share a member.
 *
 * <p>The engine has reads of its own for this, which are not used. Its leader lease assumes that no
 * election starts before a follower's timeout has run out, and {@code CrashTrigger} starts them
 * sooner. Its read index treats a commit index that was confirmed once as confirmed forever, so it
 * would trust a deposed leader of an idle shard.
 *
 * <p>Callers share rounds ({@link CoalescedRun}), since a round says nothing about what arrived
 * after it began.
 */
public final class LeadershipConfirmation {
  private final ReplicatedLog log;
  private final ShardLeadership leadership;
  private final PeerPositions peers;
  private final int mostWaiting;
  private final Consumer<Throwable> fatal;
  private final CoalescedRun<Void> rounds;

  public LeadershipConfirmation(
      ReplicatedLog log,
      ShardLeadership leadership,
      PeerPositions peers,
      ShardSettings settings,
      Consumer<Throwable> fatal) {
    this.mostWaiting = settings.queuedRequests();
    this.fatal = fatal;
    this.log = log;
    this.leadership = leadership;
    this.peers = peers;
    this.rounds = new CoalescedRun<>(this::round, fatal);
  }

  /** Completes if this node led at some moment after the call, in the term it leads in now. */
  public CompletableFuture<Void> confirm() {
    CompletableFuture<Void> result = rounds.nextUnlessFull(mostWaiting);
    return result == null
        ? CompletableFuture.failedFuture(new FailureException(tooMany()))
        : result;
  }

  private CompletableFuture<Void> round() {
    CompletableFuture<Void> confirmed = new CompletableFuture<>();
    CompletableFuture<Boolean> asked;
    try {
      asked = new Round(leadership.term()).ask();
    } catch (RuntimeException | Error broken) {
      fatal.accept(broken);
      return CompletableFuture.failedFuture(new FailureException(unconfirmed()));
    }
    var unused =
        asked.whenComplete(
            (led, thrown) -> {
              if (thrown == null && led) {
                confirmed.complete(null);
              } else {
                confirmed.completeExceptionally(new FailureException(unconfirmed()));
              }
            });
    return confirmed;
  }

  private Failure tooMany() {
    return new Failure(
        Failure.Kind.OVERLOADED,
        "waiting reads: more than " + mostWaiting + " on this shard; retry later",
        null);
  }

  private static Failure unconfirmed() {
    return new Failure(
        Failure.Kind.NO_LEADER,
        "this node could not confirm that it is still the leader; retry",
        null);
  }

  /** One question to everybody. During a change of members, both the old and the new ones count. */
  private final class Round {
    private final long term;
    private final LogMembers members = log.members();
    private final Set<String> agreed = new HashSet<>();
    private final CompletableFuture<Boolean> result = new CompletableFuture<>();
    private int open;

    Round(long term) {
      this.term = term;
    }

    CompletableFuture<Boolean> ask() {
      // The engine tells a term to lead late, perhaps when another one leads the next.
      if (term == ShardLeadership.NONE || log.term() != term || !log.isLeader()) {
        return CompletableFuture.completedFuture(false);
      }
      String self = log.self().id();
      List<Member> others = members.others(self);
      open = others.size() + 1;
      for (Member member : others) {
        CompletableFuture<Position> asked =
            FutureErrors.attempt(() -> peers.position(member.raftAddress(), log.index()));
        var unused =
            asked
                .handle(this::agrees)
                .thenAccept(agrees -> answered(member.id(), agrees))
                .exceptionally(this::failed);
      }
      answered(self, true);
      return result;
    }

    private boolean agrees(@Nullable Position position, @Nullable Throwable thrown) {
      if (thrown != null) {
        FutureErrors.reportError(thrown, fatal);
      }
      return position != null && position.term() == term;
    }

    /** Otherwise the callers would wait forever. */
    private Void failed(Throwable thrown) {
      fatal.accept(thrown);
      result.completeExceptionally(thrown);
      return null;
    }

    private synchronized void answered(String member, boolean agrees) {
      open--;
      if (agrees) {
        agreed.add(member);
      }
      if (isMajority(members.current())
          && (members.previous().isEmpty() || isMajority(members.previous()))) {
        result.complete(true);
      } else if (open == 0) {
        result.complete(false);
      }
    }

    private boolean isMajority(List<Member> voters) {
      long agreeing = voters.stream().filter(member -> agreed.contains(member.id())).count();
      return agreeing > voters.size() / 2;
    }
  }
}
