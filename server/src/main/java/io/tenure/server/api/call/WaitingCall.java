package io.tenure.server.api.call;

import io.tenure.core.model.Command.Numbered;
import io.tenure.core.model.Command.WithdrawRequest;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Ended;
import io.tenure.core.model.Outcome.Queued;
import io.tenure.core.model.Outcome.Standing;
import io.tenure.core.model.RequestId;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.api.encode.RefusalEncoder;
import io.tenure.server.api.encode.ReplyEncoder;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.request.Call;
import io.tenure.server.api.request.RoutedRequest;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An acquire or a conversion: the calls that may wait.
 *
 * <p>When the wait timeout expires the request is withdrawn, and the log decides what came first:
 * if the grant did, the withdrawal finds it and leaves it alone.
 *
 * <pre>
 * state         event                            next state
 * PROPOSED      outcome: queued                  QUEUED
 * QUEUED        wait timeout expired             WITHDRAWING, a withdrawal is proposed
 * PROPOSED,     outcome: ended as AWAY           REJOINING, it is proposed again
 *   QUEUED
 * QUEUED        failure: overloaded              REJOINING after a pause
 * REJOINING     outcome: queued                  QUEUED
 * any of these  any other outcome or failure     the call is over
 * any of these  the stream is gone               DISCONNECTED, the request is suspended
 * any of these  cancelled, or the node stops     LEFT
 * </pre>
 *
 * <p>Outcomes that arrive in the last two states are late: see {@link #onLateOutcome}.
 */
class WaitingCall extends Call {
  private static final String LOST_WHILE_WAITING =
      "leadership was lost while the request waited; it may still be queued or granted";
  private static final long PAUSE_MILLIS = 100;
  private static final AtomicLong CALLS = new AtomicLong();

  private final ReplyEncoder form;
  private final long waitMillis;
  private final CallMetrics metrics;
  private final long arrivedNanos = System.nanoTime();
  private final long arrivalSequence = CALLS.incrementAndGet();
  private @Nullable Numbered command;
  private @Nullable Standing whenItQueued;
  private @Nullable ScheduledFuture<?> timer;
  private State state = State.PROPOSED;

  private enum State {
    PROPOSED,
    QUEUED,
    REJOINING,
    WITHDRAWING,

    /** Its client may come back; until then nothing is to be granted to it. */
    DISCONNECTED,

    /** No client waits for its end; the request was withdrawn, or stays in the queue. */
    LEFT
  }

  /**
   * What a call that waits is made of.
   *
   * @param waitMillis as on the wire
   */
  record Terms(ReplyEncoder form, long waitMillis, CallMetrics metrics) {}

  WaitingCall(RoutedRequest asked, Terms terms, @Nullable Numbered command) {
    super(asked);
    this.form = terms.form();
    this.waitMillis = terms.waitMillis();
    this.metrics = terms.metrics();
    this.command = command;
  }

  @Override
  public void begin() {
    if (command != null) {
      enqueue(command);
    }
  }

  final void enqueue(Numbered numbered) {
    command = numbered;
    parts.shard().enqueue(numbered, this);
  }

  @Override
  protected void onOutcome(Outcome outcome) {
    if (state == State.PROPOSED && form == ReplyEncoder.ACQUIRE) {
      metrics.acquireDecided(System.nanoTime() - arrivedNanos);
    }
    if (outcome instanceof Queued queued) {
      queued(queued);
    } else if (outcome instanceof Ended ended && ended.cause() == EndCause.AWAY) {
      rejoin();
    } else {
      stopTimer();
      settle(outcome);
    }
  }

  @Override
  public final long arrivalSequence() {
    return arrivalSequence;
  }

  /** Its client was taken for disconnected, but asked again at the same time. */
  private void rejoin() {
    if (state != State.WITHDRAWING && !isOver()) {
      state = State.REJOINING;
      enqueue(numbered());
      parts.shard().submit();
    }
  }

  private void queued(Queued queued) {
    boolean isBack = whenItQueued != null;
    if (state != State.WITHDRAWING) {
      state = State.QUEUED;
    }
    whenItQueued = queued.standing();
    if (waitMillis > 0 && timer == null) {
      long left = TimeUnit.MILLISECONDS.toNanos(waitMillis) - (System.nanoTime() - arrivedNanos);
      timer = to.loop().schedule(this::withdraw, Math.max(0, left), TimeUnit.NANOSECONDS);
    }
    if (!to.isPlain() && !isBack) {
      interim(tell(queued));
    }
  }

  /** It waits no longer. */
  void settle(Outcome outcome) {
    if (state == State.WITHDRAWING
        && whenItQueued != null
        && outcome instanceof Ended ended
        && ended.token() == 0
        && ended.cause() == EndCause.WITHDRAWN) {
      Reply.Builder reply = Reply.newBuilder();
      form.tellRefusal(reply, RefusalEncoder.timedOut(parts, whenItQueued));
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

  /** The wait timeout has expired. */
  private void withdraw() {
    if (isOver()) {
      return;
    }
    state = State.WITHDRAWING;
    WithdrawRequest withdrawal = new WithdrawRequest(numbered().request(), 0, false);
    parts.shard().propose(withdrawal, new Withdrawal());
  }

  /** Either the withdrawal or the request's own outcome comes first. Both say the same. */
  private final class Withdrawal implements Answer {
    @Override
    public void applied(Outcome outcome) {
      WaitingCall.this.applied(outcome);
    }

    @Override
    public void failed(Failure failure) {
      if (failure.kind() == Failure.Kind.OVERLOADED) {
        to.loop().execute(WaitingCall.this::withdrawSoon);
      } else {
        // The request itself was executed and waits, or did.
        WaitingCall.this.failed(
            new Failure(Failure.Kind.LEADERSHIP_LOST, LOST_WHILE_WAITING, failure.leader()));
      }
    }

    @Override
    public Outbox outbox() {
      return WaitingCall.this.outbox();
    }
  }

  private void withdrawSoon() {
    timer = to.loop().schedule(this::withdraw, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  protected void onFailure(Failure failure) {
    if (!goesOn(failure)) {
      stopTimer();
      super.onFailure(afterWaiting(failure));
    }
  }

  /**
   * A request that is only regaining its queue position does not fail because the shard is
   * overloaded.
   */
  final boolean goesOn(Failure failure) {
    boolean goesOn = whenItQueued != null && failure.kind() == Failure.Kind.OVERLOADED;
    if (goesOn) {
      var unused = to.loop().schedule(this::rejoin, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
    return goesOn;
  }

  /**
   * The request was executed and is or was queued, so the failure must not say that it was not
   * executed.
   */
  private Failure afterWaiting(Failure failure) {
    return switch (failure.kind()) {
      case NOT_LEADER, NO_LEADER, SHUTTING_DOWN ->
          whenItQueued == null
              ? failure
              : new Failure(Failure.Kind.LEADERSHIP_LOST, LOST_WHILE_WAITING, failure.leader());
      default -> failure;
    };
  }

  @Override
  public void abandoned() {
    boolean waits = !isOver() && whenItQueued != null;
    leave();
    state = State.DISCONNECTED;
    if (waits) {
      leaveQueue();
    }
  }

  @Override
  public void stopped() {
    leave();
  }

  /** No client waits for its end any more. */
  final void leave() {
    super.abandoned();
    state = State.LEFT;
    stopTimer();
    if (command != null) {
      parts.shard().abandon(command.request(), this);
    }
  }

  /**
   * A request whose client is disconnected must not be granted before one whose client is there. It
   * is suspended, and regains its queue position when the client asks again. A grant stays, since
   * the client may know of it. A request that the client did not number is withdrawn: the client
   * can neither know of its grant nor ask again.
   */
  private void leaveQueue() {
    RequestId left = numbered().request();
    if (!Forwarding.isRepeatable(request)) {
      CleanupCommand.start(parts.shard(), new WithdrawRequest(left, 0, true), to.loop());
    } else if (form == ReplyEncoder.ACQUIRE) {
      CleanupCommand.standAside(parts.shard(), left, to.loop());
    }
  }

  /** It was not queued yet when it was abandoned. */
  @Override
  protected void onLateOutcome(Outcome outcome) {
    if (outcome instanceof Queued && command != null) {
      parts.shard().abandon(command.request(), this);
      if (state == State.DISCONNECTED) {
        leaveQueue();
      }
    }
  }

  /**
   * The caller no longer waits. A request that the client numbered stays, since a broken connection
   * looks like a cancelled call and the client may ask again; but an upgrade that waits is
   * withdrawn, since it would stay in the queue. A request without a number is withdrawn, and
   * released if it was just granted, because no client can know of it.
   */
  @Override
  public void cancelled() {
    boolean numbered = Forwarding.isRepeatable(request);
    if (numbered && !Forwarding.isUpgradeThatWaits(request)) {
      abandoned();
      return;
    }
    leave();
    if (command != null) {
      WithdrawRequest withdrawal = new WithdrawRequest(command.request(), 0, !numbered);
      CleanupCommand.start(parts.shard(), withdrawal, to.loop());
    }
  }

  private void stopTimer() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }
}
