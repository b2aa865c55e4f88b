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
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

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
    Shard here = shard.join();
    if (here.leadership().term() == term) {
      Queue<RequestId> waiting = new ConcurrentLinkedQueue<>();
      here.readStale(LockState::waiting).stream()
          .filter(request -> !request.isUpgrade())
          .map(WaitingRequest::request)
          .forEach(waiting::add);
      goOn(term, waiting);
    }
  }

  private void goOn(long term, Queue<RequestId> waiting) {
    Shard here = shard.join();
    for (int i = 0; i < PER_ROUND && !waiting.isEmpty(); i++) {
      RequestId request = waiting.remove();
      if (!here.isAwaited(request)) {
        here.proposeInTerm(term, new StandAside(request), new OnOverload(waiting, request));
      }
    }
    if (!waiting.isEmpty() && here.leadership().term() == term) {
      alarm.after(PAUSE_MILLIS, () -> goOn(term, waiting));
    }
  }

  /** Puts a request back for the next round. */
  private record OnOverload(Queue<RequestId> waiting, RequestId request) implements Answer {
    @Override
    public void applied(Outcome outcome) {}

    @Override
    public void failed(Failure failure) {
      if (failure.kind() == Failure.Kind.OVERLOADED) {
        waiting.add(request);
      }
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }
  }
}
