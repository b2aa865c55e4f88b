package io.tenure.server.shard;

import io.tenure.core.model.Limits;
import io.tenure.raft.Member;
import io.tenure.raft.PeerPositions.Position;
import io.tenure.server.apply.Leadership;
import io.tenure.server.peer.PeerCalls;
import io.tenure.server.thread.FutureErrors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Keeps the limits of a shard's state at what the smallest heap among its members can carry. The
 * leader asks the members when it begins to lead, and now and then. A smaller heap lowers the
 * limits at once. They are raised only when every member has answered, since one that is away may
 * be the smallest; a new leader begins with the limits that the state has.
 */
public final class LimitsAgreement {
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Runs a task later, on the thread that calls {@link #leadersChanged}. */
  interface Timer {
    void after(long nanos, Runnable task);
  }

  private final List<Shard> shards;
  private final PeerCalls peers;
  private final Consumer<Throwable> fatal;

  private final Timer timer;

  /** By the shard's index: the last term in which this node began to ask. */
  private final Map<Integer, Long> termsAsked = new HashMap<>();

  /**
   * Of these shards.
   *
   * @param fatal receives errors that a call to another node meets
   */
  LimitsAgreement(List<Shard> shards, PeerCalls peers, Timer timer, Consumer<Throwable> fatal) {
    this.shards = shards;
    this.peers = peers;
    this.timer = timer;
    this.fatal = fatal;
  }

  /** To be called when leadership may have changed, by one thread. */
  void leadersChanged() {
    for (Shard shard : shards) {
      Leadership leadership = shard.leadership();
      Long asked = termsAsked.get(shard.index());
      if (leadership.leads() && (asked == null || asked != leadership.term())) {
        termsAsked.put(shard.index(), leadership.term());
        askRepeatedly(shard, leadership.term(), SHORTEST_PAUSE_NANOS);
      }
    }
  }

  /** Soon again at first, since members start one after the other; until the term is over. */
  private void askRepeatedly(Shard shard, long term, long pauseNanos) {
    Leadership leadership = shard.leadership();
    if (leadership.leads() && leadership.term() == term) {
      long nextPause = Math.min(LONGEST_PAUSE_NANOS, 2 * pauseNanos);
      timer.after(pauseNanos, () -> askRepeatedly(shard, term, nextPause));
      ask(shard, term);
    }
  }

  private void ask(Shard shard, long term) {
    List<Member> asked = others(shard);
    List<CompletableFuture<Long>> answers = new ArrayList<>();
    asked.forEach(member -> answers.add(bytesOf(member, shard.index())));
    FutureErrors.report(
        CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
            .thenRun(() -> agree(shard, term, asked, answers)),
        "agreeing on the limits of shard " + shard.name(),
        fatal);
  }

  private static void agree(
      Shard shard, long term, List<Member> asked, List<CompletableFuture<Long>> answers) {
    // A member that was added meanwhile has not been asked.
    if (Set.copyOf(others(shard)).equals(Set.copyOf(asked))) {
      shard.agree(term, answers.stream().map(CompletableFuture::join).toList());
    }
  }

  private static List<Member> others(Shard shard) {
    return shard.log().members().others(shard.log().self().id());
  }

  /** 0 if that is not known. */
  private CompletableFuture<Long> bytesOf(Member member, int shard) {
    return FutureErrors.attempt(() -> peers.position(member.raftAddress(), shard))
        .thenApply(Position::stateBytes)
        .exceptionally(
            e -> {
              FutureErrors.reportError(e, fatal);
              return 0L;
            });
  }

  /** What the limits should be, given what they are and what the other members have. */
  static Limits agreed(long ownBytes, Limits current, List<Long> others) {
    long least = ownBytes;
    boolean allKnown = true;
    for (long bytes : others) {
      allKnown &= bytes > 0;
      least = bytes > 0 ? Math.min(least, bytes) : least;
    }
    Limits carried = Limits.forMemory(least);
    return allKnown ? carried : current.withinMemoryOf(carried);
  }
}
