package io.tenure.server.replication;

import io.tenure.server.replication.PeerCalls.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;

/**
 * Makes certain that this node still leads.
 *
 * <p>A round asks the other members for their current term. If a majority, this node included, is
 * still in the term that this node leads in, then nobody led in a later term when the round began: a
 * later leader has a majority of voters in its own term, and two majorities share a member.
 *
 * <p>The engine has reads of its own for this, which are not used. Its leader lease assumes that no
 * election starts before a follower's timeout has run out, and {@link CrashTrigger} starts them
 * sooner. Its read index takes a commit index that was confirmed once for confirmed for ever, so a
 * deposed leader of an idle shard would be believed.
 *
 * <p>Callers share rounds: one is under way at a time, and whoever comes during it gets the next
 * one, since a round says nothing about what arrived after it began.
 */
final class Confirmations {
  private final RaftServer.Division division;
  private final Applier applier;
  private final PeerCalls peers;
  private final int shard;
  private List<CompletableFuture<Void>> waiting = new ArrayList<>();
  private boolean running;

  Confirmations(RaftServer.Division division, Applier applier, PeerCalls peers, int shard) {
    this.division = division;
    this.applier = applier;
    this.peers = peers;
    this.shard = shard;
  }

  /** Completes if this node led at some moment after the call, in the term it leads in now. */
  CompletableFuture<Void> confirm() {
    CompletableFuture<Void> result = new CompletableFuture<>();
    synchronized (this) {
      waiting.add(result);
      if (running) {
        return result;
      }
      running = true;
    }
    startRound();
    return result;
  }

  private void startRound() {
    List<CompletableFuture<Void>> served;
    synchronized (this) {
      if (waiting.isEmpty()) {
        running = false;
        return;
      }
      served = waiting;
      waiting = new ArrayList<>();
    }
    CompletableFuture<Void> unused = ask().thenAccept(confirmed -> endRound(served, confirmed));
  }

  private void endRound(List<CompletableFuture<Void>> served, boolean confirmed) {
    for (CompletableFuture<Void> each : served) {
      if (confirmed) {
        each.complete(null);
      } else {
        each.completeExceptionally(new FailureException(unconfirmed()));
      }
    }
    startRound();
  }

  private static Failure unconfirmed() {
    return new Failure(
        Failure.Kind.NO_LEADER, "this node could not make certain that it still leads", null);
  }

  private CompletableFuture<Boolean> ask() {
    long term = applier.leadingTerm();
    if (term == Applier.NOT_LEADING || division.getInfo().getCurrentTerm() != term) {
      return CompletableFuture.completedFuture(false);
    }
    Collection<RaftPeer> members = division.getRaftConf().getCurrentPeers();
    int needed = members.size() / 2; // besides this node
    if (needed == 0) {
      return CompletableFuture.completedFuture(true);
    }
    CompletableFuture<Boolean> result = new CompletableFuture<>();
    AtomicInteger agreed = new AtomicInteger();
    AtomicInteger open = new AtomicInteger(members.size() - 1);
    for (RaftPeer member : members) {
      if (!member.getId().equals(division.getId())) {
        CompletableFuture<Void> unused =
            peers
                .position(member.getClientAddress(), shard)
                .handle((position, exception) -> agrees(position, exception, term))
                .thenAccept(
                    agrees -> {
                      if (agrees && agreed.incrementAndGet() >= needed) {
                        result.complete(true);
                      }
                      if (open.decrementAndGet() == 0) {
                        result.complete(false);
                      }
                    });
      }
    }
    return result;
  }

  private static boolean agrees(Position position, Throwable exception, long term) {
    return exception == null && position.term() == term;
  }
}
