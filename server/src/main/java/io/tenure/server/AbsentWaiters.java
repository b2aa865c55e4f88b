package io.tenure.server;

import io.tenure.core.Command.StandAside;
import io.tenure.core.LockState;
import io.tenure.core.Outcome;
import io.tenure.core.RequestId;
import io.tenure.core.WaitingRequest;
import io.tenure.server.replication.Answer;
import io.tenure.server.replication.Failure;
import io.tenure.server.replication.Outbox;
import io.tenure.server.replication.Shard;
import io.tenure.server.session.Alarm;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * Lets those stand aside who waited when this node became the leader and have not asked again
 * since: a new leader does not know who was connected to the old one, and nothing should be granted
 * to the dead. Who is only late takes its place again when it comes.
 */
final class AbsentWaiters {
  /** Who fails over is back much sooner. */
  private static final long GRACE_MILLIS = 3_000;

  /** So many at once, so that clients' own commands find room. */
  private static final int PER_ROUND = 1_000;

  private static final long PAUSE_MILLIS = 100;

  private final CompletableFuture<Shard> shard;
  private final Alarm alarm;

  AbsentWaiters(CompletableFuture<Shard> shard, Alarm alarm) {
    this.shard = shard;
    this.alarm = alarm;
  }

  /** This node leads in this term. */
  void leads(long term) {
    alarm.after(GRACE_MILLIS, () -> look(term));
  }

  private void look(long term) {
    Queue<RequestId> waiting = new ArrayDeque<>();
    for (WaitingRequest request : shard.join().readStale(LockState::waitingInNoOrder)) {
      if (!request.isUpgrade()) {
        waiting.add(request.request());
      }
    }
    goOn(new Round(term, waiting));
  }

  /** One look at all who wait. */
  private static final class Round {
    final long term;
    final Queue<RequestId> waiting;
    boolean foundSomebody;

    Round(long term, Queue<RequestId> waiting) {
      this.term = term;
      this.waiting = waiting;
    }
  }

  /** A proposal may fail, so it is looked again until nobody is absent. */
  private void goOn(Round round) {
    Shard here = shard.join();
    if (here.leadership().term() != round.term) {
      return;
    }
    int proposed = 0;
    while (proposed < PER_ROUND && !round.waiting.isEmpty()) {
      RequestId request = round.waiting.remove();
      if (!here.isAwaited(request)) {
        here.proposeInTerm(round.term, new StandAside(request), NOBODY);
        round.foundSomebody = true;
        proposed++;
      }
    }
    if (!round.waiting.isEmpty()) {
      alarm.after(PAUSE_MILLIS, () -> goOn(round));
    } else if (round.foundSomebody) {
      leads(round.term);
    }
  }

  private static final Answer NOBODY =
      new Answer() {
        @Override
        public void applied(Outcome outcome) {}

        @Override
        public void failed(Failure failure) {}

        @Override
        public Outbox outbox() {
          return Outbox.NONE;
        }
      };
}
