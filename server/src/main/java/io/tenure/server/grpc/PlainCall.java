package io.tenure.server.grpc;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.server.replication.Failure;
import io.tenure.server.replication.Outbox;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A plain call: one request, one reply, or an error as its status. A node that does not lead takes
 * it to the one that does, and for a while waits for there to be one.
 */
final class PlainCall<Q, R> implements ReplyTo {
  private static final long PATIENCE_NANOS = Upstreams.PATIENCE_NANOS;
  private static final long PAUSE_MILLIS = Upstreams.PAUSE_MILLIS;

  private final Desk desk;
  private final PlainForm<Q, R> form;
  private final Request request;
  private final ServerCallStreamObserver<R> out;
  private final ScheduledExecutorService loop;
  private final boolean forwarded = Forwarding.isForwarded();
  private final @Nullable Deadline deadline = Context.current().getDeadline();
  private final long arrivedNanos = System.nanoTime();
  private @Nullable Call call;
  private @Nullable Errand<Q, R> errand;
  private @Nullable ScheduledFuture<?> nextTry;
  private long startedNanos = arrivedNanos;
  private long patientSinceNanos = arrivedNanos;
  private boolean over;

  private PlainCall(
      Desk desk, PlainForm<Q, R> form, Request request, ServerCallStreamObserver<R> out) {
    this.desk = desk;
    this.form = form;
    this.request = request;
    this.out = out;
    this.loop = desk.loop().get();
  }

  /** To be called in the handler of the call, on its loop. */
  static <Q, R> void start(
      Desk desk, PlainForm<Q, R> form, Q message, ServerCallStreamObserver<R> out) {
    Request request = form.wrap().apply(Request.newBuilder(), message).build();
    PlainCall<Q, R> call = new PlainCall<>(desk, form, request, out);
    out.setOnCancelHandler(call::cancelled);
    call.start();
  }

  private void start() {
    if (!over) {
      startedNanos = System.nanoTime();
      call = desk.calls().start(request, this);
      desk.calls().submit();
    }
  }

  private void cancelled() {
    over = true;
    if (errand != null) {
      errand.cancel();
    } else if (nextTry != null) {
      nextTry.cancel(false);
    } else if (call != null) {
      call.cancelled();
    }
  }

  @Override
  public ScheduledExecutorService loop() {
    return loop;
  }

  @Override
  public void gather(Call hearer, Object heard) {
    try {
      loop.execute(() -> hearer.hear(heard));
    } catch (RejectedExecutionException stopped) {
      return; // The server has stopped, and the connection with it.
    }
  }

  @Override
  public Outbox outbox() {
    return Outbox.NONE;
  }

  @Override
  public void interim(Reply.Builder reply) {}

  @Override
  public boolean hearsQueued() {
    return false;
  }

  @Override
  public void last(Reply.Builder reply) {
    desk.metrics().count(request.getCallCase(), reply);
    if (reply.hasError()) {
      fail(Errors.status(reply.getError()));
    } else {
      succeed(form.reply().apply(reply));
    }
  }

  private void succeed(R reply) {
    if (!over) {
      over = true;
      out.onNext(reply);
      out.onCompleted();
    }
  }

  private void fail(Throwable status) {
    if (!over) {
      over = true;
      out.onError(status);
    }
  }

  // --------------------------------------------------------------------------- passing it on

  @Override
  public boolean passOn(Request same, ShardParts parts, Failure why) {
    boolean may =
        switch (why.kind()) {
          case NOT_LEADER, NO_LEADER -> true;
          case LEADERSHIP_LOST -> Forwarding.isRepeatable(request);
          case OVERLOADED, SHUTTING_DOWN, SUPERSEDED -> false;
        };
    if (over || forwarded || !may) {
      return false;
    }
    if (System.nanoTime() - startedNanos > PATIENCE_NANOS) {
      patientSinceNanos = System.nanoTime(); // It was in good hands here until now.
    }
    if (!isPatient()) {
      return false;
    }
    Failure.Leader leader = why.leader();
    if (leader == null) {
      tryLater();
    } else {
      send(parts, leader);
    }
    return true;
  }

  private boolean isPatient() {
    return System.nanoTime() - patientSinceNanos < PATIENCE_NANOS;
  }

  private void tryLater() {
    errand = null;
    nextTry =
        loop.schedule(
            () -> {
              nextTry = null;
              start();
            },
            PAUSE_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  private void send(ShardParts parts, Failure.Leader leader) {
    long sentNanos = System.nanoTime();
    Errand.Way way = new Errand.Way(desk.forwarding(), parts, leader, deadline, loop);
    errand =
        new Errand<>(
            way, form.method(), this::succeed, thrown -> cameBack(thrown, leader, sentNanos));
    errand.send(form.unwrap().apply(withTimeLeft()));
  }

  /** A request that is to wait has waited here already. */
  private Request withTimeLeft() {
    long wait = request.getAcquire().getWaitMs();
    if (!request.hasAcquire() || wait <= 0) {
      return request;
    }
    long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - arrivedNanos);
    Request.Builder rest = request.toBuilder();
    rest.getAcquireBuilder().setWaitMs(Math.max(1, wait - waited));
    return rest.build();
  }

  private void cameBack(Throwable thrown, Failure.Leader leader, long sentNanos) {
    if (over) {
      return;
    }
    if (System.nanoTime() - sentNanos > PATIENCE_NANOS) {
      patientSinceNanos = System.nanoTime(); // It had a leader until now.
    }
    Error error = Errors.parse(thrown);
    Reason reason = error == null ? Reason.REASON_UNSPECIFIED : error.getReason();
    boolean notExecuted =
        reason == Reason.NOT_LEADER || reason == Reason.NO_LEADER || Forwarding.neverSent(thrown);
    boolean unknown = error == null ? isLoss(thrown) : reason == Reason.LEADERSHIP_LOST;
    boolean again = notExecuted || (unknown && Forwarding.isRepeatable(request));
    if (again && isPatient()) {
      tryLater();
    } else if (error != null) {
      fail(Errors.status(error));
    } else if (Forwarding.neverSent(thrown)) {
      String message = "the leader " + leader.node() + " cannot be reached";
      fail(Errors.status(Errors.error(Reason.NO_LEADER, message)));
    } else if (unknown) {
      String message = "the leader " + leader.node() + " was lost while the call was there";
      fail(Errors.status(Errors.error(Reason.LEADERSHIP_LOST, message)));
    } else {
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
