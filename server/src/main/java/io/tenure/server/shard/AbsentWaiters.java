package io.tenure.server.shard;

import io.tenure.core.LockState;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.WaitingRequest;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import io.tenure.server.session.Alarm;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * Suspends requests that waited when this node became leader and whose clients have not asked again
 * since: a new leader does not know which clients were connected to the old one, and must not grant
 * locks to clients that are gone. A client that is only late regains its queue position when it
 * asks.
 */
public final class AbsentWaiters {
  /** A client that fails over asks again much sooner. */
  private static final long GRACE_MILLIS = 3_000;

  /** So many at once, so that clients' own commands find room. */
  private static final int PER_ROUND = 1_000;

  private static final long PAUSE_MILLIS = 100;

  private final CompletableFuture<Shard> shard;
  private final Alarm alarm;

  public AbsentWaiters(CompletableFuture<Shard> shard, Alarm alarm) {
    this.shard = shard;
    this.alarm = alarm;
  }

  /**
   * This node leads in this term.
   *
   * @param revision requests up to this one were queued under other leaders
   */
  public void leads(long term, long revision) {
    alarm.after(GRACE_MILLIS, () -> look(term, revision));
  }

  private void look(long term, long revision) {
    Shard here = shard.join();
    if (here.leadership().term() == term) {
      Look look = new Look(term, revision);
      for (WaitingRequest request : here.readStale(LockState::waitingUnordered)) {
        if (request.arrival() <= revision && !request.isUpgrade()) {
          look.waiting.add(request.request());
        }
      }
      goOn(look);
    }
  }

  private void goOn(Look look) {
    Shard here = shard.join();
    int proposed = 0;
    while (proposed < PER_ROUND && !look.waiting.isEmpty()) {
      RequestId request = look.waiting.remove();
      if (!here.isAwaited(request)) {
        here.proposeInTerm(look.term, new StandAside(request), look);
        proposed++;
      }
    }
    if (!look.waiting.isEmpty()) {
      alarm.after(PAUSE_MILLIS, () -> goOn(look));
    } else if (proposed > 0) {
      alarm.after(GRACE_MILLIS, () -> lookAgain(look));
    }
  }

  private void lookAgain(Look last) {
    if (last.hasFailed) {
      look(last.term, last.revision);
    }
  }

  /** One pass over all waiting requests. */
  private static final class Look implements Answer {
    final long term;
    final long revision;
    final Queue<RequestId> waiting = new ArrayDeque<>();
    volatile boolean hasFailed;

    Look(long term, long revision) {
      this.term = term;
      this.revision = revision;
    }

    @Override
    public void applied(Outcome outcome) {}

    @Override
    public void failed(Failure failure) {
      hasFailed = true;
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }
  }
}
