package io.tenure.server.grpc;

import io.tenure.core.Command.Numbered;
import io.tenure.core.Command.WithdrawRequest;
import io.tenure.core.Event.EndCause;
import io.tenure.core.Outcome;
import io.tenure.core.Outcome.Ended;
import io.tenure.core.Outcome.Granted;
import io.tenure.core.Outcome.Queued;
import io.tenure.core.Outcome.Standing;
import io.tenure.core.RequestId;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.replication.Answer;
import io.tenure.server.replication.Failure;
import io.tenure.server.replication.Outbox;
import io.tenure.server.replication.Shard;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An acquire or a conversion: the calls that may wait.
 *
 * <p>When the time to wait is over the request is withdrawn, and the log decides what came first:
 * if the grant did, the withdrawal finds it and leaves it alone.
 */
class WaitingCall extends Call {
  private static final long PAUSE_MILLIS = 100;

  /**
   * How long the place of somebody who lost its connection is kept, and what it was granted
   * meanwhile. Who fails over is back much sooner; who died must not keep those who live waiting.
   */
  private static final long AWAY_MILLIS = 3_000;

  private final ReplyForm form;
  private final long waitMillis;
  private final CallMetrics metrics;
  private final long arrivedNanos = System.nanoTime();
  private @Nullable Numbered command;
  private @Nullable Standing whenItQueued;
  private @Nullable ScheduledFuture<?> timer;
  private boolean timeIsUp;
  private boolean timed;
  private boolean gone;
  private boolean leaving;
  private boolean cancelled;

  /**
   * What a call that waits is made of.
   *
   * @param waitMillis as on the wire
   */
  record Terms(ReplyForm form, long waitMillis, CallMetrics metrics) {}

  WaitingCall(Asked asked, Terms terms, @Nullable Numbered command) {
    super(asked);
    this.form = terms.form();
    this.waitMillis = terms.waitMillis();
    this.metrics = terms.metrics();
    this.command = command;
  }

  @Override
  void begin() {
    if (command != null) {
      enqueue(command);
    }
  }

  final void enqueue(Numbered numbered) {
    command = numbered;
    if (form == ReplyForm.ACQUIRE && waitMillis != 0) {
      parts.shard().lastAskers().asks(numbered.request(), this);
    }
    parts.shard().enqueue(numbered, this);
  }

  @Override
  void decided(Object outcome) {
    if (!timed && form == ReplyForm.ACQUIRE) {
      timed = true;
      metrics.acquireDecided(System.nanoTime() - arrivedNanos);
    }
    if (outcome instanceof Queued queued) {
      queued(queued);
    } else {
      stopTimer();
      settle((Outcome) outcome);
    }
  }

  private void queued(Queued queued) {
    whenItQueued = queued.standing();
    if (waitMillis > 0 && timer == null) {
      long left = TimeUnit.MILLISECONDS.toNanos(waitMillis) - (System.nanoTime() - arrivedNanos);
      timer = to.loop().schedule(this::timeIsUp, Math.max(0, left), TimeUnit.NANOSECONDS);
    }
    if (to.hearsQueued()) {
      interim(tell(queued));
    }
  }

  /** It waits no longer. */
  void settle(Outcome outcome) {
    if (timeIsUp
        && whenItQueued != null
        && outcome instanceof Ended ended
        && ended.token() == 0
        && ended.cause() == EndCause.WITHDRAWN) {
      Reply.Builder reply = Reply.newBuilder();
      form.tellRefusal(reply, Refusals.timedOut(parts, whenItQueued));
      finish(reply);
    } else {
      finish(tell(outcome));
    }
  }

  final Reply.Builder tell(Outcome outcome) {
    return form.tell(parts, numbered().request().session(), outcome);
  }

  private Numbered numbered() {
    if (command == null) {
      throw new IllegalStateException("nothing was proposed");
    }
    return command;
  }

  private void timeIsUp() {
    timeIsUp = true;
    WithdrawRequest withdrawal = new WithdrawRequest(numbered().request(), 0, false);
    parts.shard().propose(withdrawal, new Withdrawal());
  }

  /** Whatever decides first: the withdrawal or the request's own answer. Both say the same. */
  private final class Withdrawal implements Answer {
    @Override
    public void applied(Outcome outcome) {
      WaitingCall.this.applied(outcome);
    }

    @Override
    public void failed(Failure failure) {
      if (failure.kind() == Failure.Kind.OVERLOADED) {
        to.loop().execute(WaitingCall.this::tryAgainSoon);
      } else {
        // The request itself was executed and waits, or did.
        String message = "leadership was lost while the request waited";
        WaitingCall.this.failed(
            new Failure(Failure.Kind.LEADERSHIP_LOST, message, failure.leader()));
      }
    }

    @Override
    public Outbox outbox() {
      return WaitingCall.this.outbox();
    }
  }

  private void tryAgainSoon() {
    timer = to.loop().schedule(this::timeIsUp, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  void undecided(Failure failure) {
    stopTimer();
    forget();
    super.undecided(failure);
  }

  @Override
  void abandoned() {
    super.abandoned();
    stopTimer();
    gone = true;
    if (command != null) {
      parts.shard().abandon(command.request(), this);
      if (whenItQueued != null) {
        leaveLater();
      }
    }
  }

  /** It was under way when it was abandoned. */
  @Override
  void heardTooLate(Object heard) {
    if (!gone || command == null) {
      return; // It has got its answer, and this is the same again.
    }
    if (heard instanceof Queued || heard instanceof Granted) {
      parts.shard().abandon(command.request(), this);
      leaveLater();
    } else if (!leaving) {
      forget();
    }
  }

  private void leaveLater() {
    if (form == ReplyForm.ACQUIRE && !leaving) {
      leaving = true;
      long term = parts.shard().leadership().term();
      var unused = to.loop().schedule(() -> leave(term), AWAY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Unless it was asked for again meanwhile, perhaps of another leader. Then nobody knows of what
   * was granted, if it was, and it is given back.
   */
  private void leave(long term) {
    RequestId left = numbered().request();
    WithdrawRequest withdrawal = new WithdrawRequest(left, 0, !cancelled);
    Shard shard = parts.shard();
    Chore.start(
        to.loop(),
        chore ->
            shard
                .lastAskers()
                .ifLast(left, this, () -> shard.proposeInTerm(term, withdrawal, chore)),
        this::forget);
  }

  @Override
  void finish(Reply.Builder reply) {
    forget();
    super.finish(reply);
  }

  private void forget() {
    if (command != null) {
      parts.shard().lastAskers().forget(command.request(), this);
    }
  }

  /**
   * Nobody waits any more. A hold that was just granted is given back if nobody can know of it; if
   * the client has numbered the request, a retry may have been told already.
   */
  @Override
  void cancelled() {
    cancelled = true;
    abandoned();
    if (command != null) {
      boolean giveBack = !Forwarding.isRepeatable(request);
      WithdrawRequest withdrawal = new WithdrawRequest(command.request(), 0, giveBack);
      Chore.start(parts.shard(), withdrawal, to.loop());
    }
  }

  private void stopTimer() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }
}
