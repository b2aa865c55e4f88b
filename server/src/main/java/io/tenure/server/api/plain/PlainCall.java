package io.tenure.server.api.plain;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.WithdrawReply;
import io.tenure.protocol.v1.WithdrawRequest;
import io.tenure.server.api.call.CallContext;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.forward.ForwardedCall;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.load.CallLoad;
import io.tenure.server.api.load.ConnectionLoad;
import io.tenure.server.api.load.ReplyReservation;
import io.tenure.server.api.request.Call;
import io.tenure.server.api.request.Mailbox;
import io.tenure.server.api.request.ReplyTarget;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A plain call: one request, one reply, or an error as its status. A node that does not lead
 * forwards it to the leader, and waits for a while if there is none.
 *
 * <pre>
 * state      event                                    next state
 * HERE       another node leads                       FORWARDED
 * HERE       no leader is known                       PAUSED
 * FORWARDED  not executed there, or may be repeated   PAUSED
 * PAUSED     the pause is over                        HERE
 * any        a reply, an error, cancelled, stopped    ENDED
 * </pre>
 */
public final class PlainCall<Q, R> implements ReplyTarget, Mailbox {
  private final PlainCalls calls;
  private final CallContext context;
  private final PlainForm<Q, R> form;
  private final Request request;
  private final PlainCallReceiver<R> receiver;
  private final ScheduledExecutorService loop;
  private final ConnectionLoad load;
  private final boolean forwarded = Forwarding.isForwarded();
  private final @Nullable Deadline deadline = Context.current().getDeadline();
  private final long arrivedNanos = System.nanoTime();
  private State state = State.HERE;
  private @Nullable Call call;
  private @Nullable ForwardedCall<Q, R> elsewhere;
  private @Nullable ScheduledFuture<?> nextTry;
  private long startedNanos = arrivedNanos;
  private long patientSinceNanos = arrivedNanos;
  private boolean uncertain;

  private enum State {
    /** This node executes it, or tries to. */
    HERE,
    FORWARDED,
    PAUSED,
    ENDED
  }

  /** To be made and started on the loop of the connection. */
  PlainCall(PlainCalls calls, PlainForm<Q, R> form, Q message, PlainCallReceiver<R> receiver) {
    this.calls = calls;
    this.context = calls.context();
    this.form = form;
    this.request = form.wrap().apply(Request.newBuilder(), message).build();
    this.receiver = receiver;
    this.loop = context.loop().get();
    this.load = context.limiter().current();
  }

  void start() {
    if (state != State.ENDED) {
      state = State.HERE;
      calls.opened(this);
      startedNanos = System.nanoTime();
      call = context.calls().start(Forwarding.withTimeLeft(request, arrivedNanos), this);
      context.calls().submit();
    }
  }

  /**
   * The caller is gone. If the caller is another node, its client may not be, and can come back for
   * an upgrade that waits; a node whose client is gone says so.
   */
  void cancelled() {
    State last = state;
    if (!end()) {
      return;
    }
    if (last == State.FORWARDED && elsewhere != null) {
      elsewhere.cancel();
      withdrawUpgrade();
    } else if (last == State.PAUSED && nextTry != null) {
      nextTry.cancel(false);
      if (uncertain) {
        withdrawUpgrade();
      }
    } else if (last == State.HERE && call != null) {
      if (forwarded && Forwarding.isRepeatable(request)) {
        call.abandoned();
      } else {
        call.cancelled();
      }
    }
  }

  /**
   * Withdraws an upgrade that may wait at the leader although its caller is gone. A grant stays,
   * since a retry may know of it.
   */
  private void withdrawUpgrade() {
    if (!Forwarding.isUpgradeThatWaits(request)) {
      return;
    }
    ConvertRequest convert = request.getConvert();
    WithdrawRequest message =
        WithdrawRequest.newBuilder()
            .setSession(convert.getSession())
            .setRequest(convert.getRequest())
            .build();
    PlainCallReceiver<WithdrawReply> nobody = new PlainCallReceiver<>(reply -> {}, thrown -> {});
    // Without the call's deadline, which may have passed.
    Context.ROOT.run(() -> new PlainCall<>(calls, PlainForm.WITHDRAW, message, nobody).start());
  }

  /** The server stops. What was asked for may go on elsewhere. */
  void stop() {
    if (state == State.HERE && call != null) {
      call.stopped();
    }
    String message =
        "the node is shutting down; the call may be executed; retry with the same request number";
    fail(Errors.error(Reason.LEADERSHIP_LOST, message));
  }

  /** Whether it was not over before. */
  private boolean end() {
    boolean first = state != State.ENDED;
    state = State.ENDED;
    calls.ended(this);
    return first;
  }

  @Override
  public ScheduledExecutorService loop() {
    return loop;
  }

  /** Messages for the one call there is need not wait for others. */
  @Override
  public <T, M> void post(T to, BiConsumer<? super T, ? super M> method, M message) {
    try {
      loop.execute(() -> attempt(() -> method.accept(to, message)));
    } catch (RejectedExecutionException stopped) {
      return; // The server has stopped, and the connection with it.
    }
  }

  @Override
  public void flush() {}

  @Override
  public ConnectionLoad load() {
    return load;
  }

  @Override
  public Mailbox mailbox() {
    return this;
  }

  @Override
  public void interim(Reply.Builder reply) {}

  @Override
  public boolean isPlain() {
    return true;
  }

  /** What is handed over is counted by {@link CallLoad}. */
  @Override
  public void last(Reply.Builder reply, long taken) {
    long bytes = taken == 0 && reply.hasGet() ? ReplyReservation.bytes(reply.build()) : 0;
    Error full = bytes == 0 ? null : load.takeBytes(bytes, false);
    if (full != null) {
      reply.setError(full);
      bytes = 0;
    }
    context.metrics().count(request.getCallCase(), reply);
    if (reply.hasError()) {
      fail(reply.getError());
    } else {
      succeed(form.reply().apply(reply));
    }
    load.freeBytes(taken + bytes);
  }

  private void succeed(R reply) {
    if (end()) {
      receiver.succeed().accept(reply);
    }
  }

  /** That the last try was not executed says nothing about the ones before it. */
  private void fail(Error error) {
    boolean notExecuted =
        switch (error.getReason()) {
          case NOT_LEADER, NO_LEADER, OVERLOADED, SHUTTING_DOWN -> true;
          default -> false;
        };
    fail(
        Errors.status(
            uncertain && notExecuted
                ? Errors.error(
                    Reason.LEADERSHIP_LOST,
                    "an earlier attempt may have been executed; the last one failed: "
                        + error.getMessage())
                : error));
  }

  private void fail(Throwable status) {
    if (end()) {
      receiver.fail().accept(status);
    }
  }

  /** A step on the loop: a bug in it is answered, too, and then reported by the loop. */
  private void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | java.lang.Error bug) {
      fail(Errors.internal(bug));
      throw bug;
    }
  }

  // --------------------------------------------------------------------------- forwarding

  @Override
  public boolean forward(Request same, ShardParts parts, Failure why) {
    boolean may =
        switch (why.kind()) {
          case NOT_LEADER, NO_LEADER -> true;
          case LEADERSHIP_LOST -> Forwarding.isRepeatable(request);
          case OVERLOADED, SHUTTING_DOWN, SUPERSEDED -> false;
        };
    if (state == State.ENDED || forwarded || !may) {
      return false;
    }
    uncertain |= why.kind() == Failure.Kind.LEADERSHIP_LOST;
    if (System.nanoTime() - startedNanos > Forwarding.PATIENCE_NANOS) {
      patientSinceNanos = System.nanoTime(); // It was in good hands here until now.
    }
    if (!isPatient()) {
      return false;
    }
    Failure.Leader leader = why.leader();
    if (leader == null) {
      tryLater();
    } else if (Forwarding.waitMillis(request) != 0 && context.forwarding().isFull()) {
      fail(
          Errors.error(
              uncertain ? Reason.LEADERSHIP_LOST : Reason.OVERLOADED,
              "calls that this node forwards: more than %d; retry later, or call the leader at %s"
                  .formatted(Forwarding.MAX_UNDER_WAY, leader.address())));
    } else {
      send(parts, leader);
    }
    return true;
  }

  private boolean isPatient() {
    return System.nanoTime() - patientSinceNanos < Forwarding.PATIENCE_NANOS;
  }

  private void tryLater() {
    state = State.PAUSED;
    nextTry =
        loop.schedule(() -> attempt(this::start), Forwarding.PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void send(ShardParts parts, Failure.Leader leader) {
    long sentNanos = System.nanoTime();
    ForwardedCall.Route route =
        new ForwardedCall.Route(context.forwarding(), parts, leader, deadline, loop);
    state = State.FORWARDED;
    elsewhere =
        new ForwardedCall<>(
            route,
            form.method(),
            reply -> attempt(() -> succeed(reply)),
            thrown -> attempt(() -> cameBack(thrown, leader, sentNanos)));
    elsewhere.send(form.unwrap().apply(Forwarding.withTimeLeft(request, arrivedNanos)));
  }

  private void cameBack(Throwable thrown, Failure.Leader leader, long sentNanos) {
    if (state == State.ENDED) {
      return;
    }
    if (System.nanoTime() - sentNanos > Forwarding.PATIENCE_NANOS) {
      patientSinceNanos = System.nanoTime(); // It had a leader until now.
    }
    Error error = Errors.parse(thrown);
    Reason reason = error == null ? Reason.REASON_UNSPECIFIED : error.getReason();
    boolean notExecuted = reason == Reason.NOT_LEADER || reason == Reason.NO_LEADER;
    boolean unknown = error == null ? isLoss(thrown) : reason == Reason.LEADERSHIP_LOST;
    uncertain |= unknown;
    boolean again = notExecuted || (unknown && Forwarding.isRepeatable(request));
    if (again && isPatient()) {
      tryLater();
    } else if (error != null) {
      fail(error);
    } else if (unknown) {
      String message =
          "the leader "
              + leader.node()
              + " was lost while it handled the call, which may be executed";
      fail(Errors.error(Reason.LEADERSHIP_LOST, message));
    } else {
      withdrawUpgrade(); // Its time was over there.
      fail(thrown);
    }
  }

  /** The connection broke, or the call was given up because another node leads now. */
  private static boolean isLoss(Throwable thrown) {
    Status.Code code = Status.fromThrowable(thrown).getCode();
    return code == Status.Code.UNAVAILABLE
        || code == Status.Code.CANCELLED
        || code == Status.Code.INTERNAL
        || code == Status.Code.UNKNOWN;
  }
}
