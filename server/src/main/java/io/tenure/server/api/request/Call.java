package io.tenure.server.api.request;

import io.tenure.core.model.Outcome;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.server.api.encode.RefusalEncoder;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.load.ReplyReservation;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import io.tenure.server.apply.Outbox;
import io.tenure.server.thread.NodeThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request of a client, from its arrival to its last reply.
 *
 * <p>Other threads report what becomes of it: {@link #applied}, {@link #failed}, and the future of
 * {@link #await}. Each posts one message to the {@link Mailbox}; everything else happens on the
 * loop of the connection:
 *
 * <pre>
 * applied  → onOutcome   the log has decided
 * failed   → onFailure   this node could not execute it, or does not know whether it did
 * await    → onRead      the state was read
 * </pre>
 */
public abstract class Call implements Answer {
  private static final Logger log = LoggerFactory.getLogger(Call.class);

  /** As it arrived, for forwarding it. */
  public final Request request;

  public final ShardParts parts;
  protected final ReplyTarget to;

  /** For a reply that is made on another thread, or null. */
  private @Nullable ReplyReservation room;

  private boolean over;

  public Call(RoutedRequest asked) {
    this.request = asked.request();
    this.parts = asked.parts();
    this.to = asked.to();
  }

  /**
   * Starts it, once. What it proposes is sent when {@link io.tenure.server.shard.Shard#submit} is
   * called.
   */
  public abstract void begin();

  /** The log has decided on the command that this call proposed. */
  protected void onOutcome(Outcome outcome) {
    throw new IllegalStateException(request.getCallCase() + " proposed no command");
  }

  /** No outcome will come. */
  protected void onFailure(Failure failure) {
    over = true;
    to.load().freeBytes(leaveRoom());
    forwardOrFail(request, parts, to, failure);
  }

  /** The log has decided, but the call is over or its client is gone. */
  protected void onLateOutcome(Outcome outcome) {}

  /**
   * The client's stream is gone, so no reply can be sent. What was proposed stays; the client may
   * come back for the answer.
   */
  public void abandoned() {
    over = true;
    to.load().freeBytes(leaveRoom());
  }

  /** This node stops. What was proposed stays; the client is still there and asks another node. */
  public void stopped() {
    abandoned();
  }

  /** The plain call was cancelled, or its connection broke. */
  public void cancelled() {
    abandoned();
  }

  @Override
  public final void applied(Outcome outcome) {
    to.mailbox().post(this, Call::receiveOutcome, outcome);
  }

  /** Flushes, since a failure may be reported before anything else flushes. */
  @Override
  public final void failed(Failure failure) {
    to.mailbox().post(this, Call::receiveFailure, failure);
    to.mailbox().flush();
  }

  /** The mailbox of a plain call has nothing to flush. */
  @Override
  public final Outbox outbox() {
    return to.isPlain() ? Outbox.NONE : to.mailbox();
  }

  /** On the loop. */
  private void receiveOutcome(Outcome outcome) {
    if (over) {
      onLateOutcome(outcome);
    } else {
      handle(this, Call::onOutcome, outcome);
    }
  }

  /** On the loop. */
  private void receiveFailure(Failure failure) {
    handle(this, Call::onFailure, failure);
  }

  private void receiveError(Error error) {
    handle(this, Call::fail, error);
  }

  /** On the loop: handles a message, unless the call is over. A bug is answered as an error. */
  protected static <C extends Call, M> void handle(
      C call, BiConsumer<? super C, ? super M> method, M message) {
    if (call.isOver()) {
      return;
    }
    try {
      method.accept(call, message);
    } catch (CallRefused refused) {
      call.fail(refused.error());
    } catch (IllegalArgumentException invalid) {
      call.fail(Errors.invalid(String.valueOf(invalid.getMessage())));
    } catch (RuntimeException bug) {
      log.error("internal error in {} on {}", call.request.getCallCase(), message, bug);
      call.fail(Errors.internal(bug));
    }
  }

  protected final boolean isOver() {
    return over;
  }

  /**
   * Forwards a request to the leader; if that is not wanted or not possible, answers with the
   * failure.
   */
  public static void forwardOrFail(
      Request request, ShardParts parts, ReplyTarget to, Failure failure) {
    Failure why =
        failure.kind() == Failure.Kind.NOT_LEADER && failure.leader() == null
            ? parts.notLeading()
            : failure;
    if (!to.forward(request, parts, why)) {
      to.last(Reply.newBuilder().setError(Errors.of(why)));
    }
  }

  /** Posts how a future ends: its value to {@code onRead}, or the failure it carries. */
  public static <C extends Call, T> void await(
      C call, CompletableFuture<T> future, BiConsumer<? super C, ? super T> onRead) {
    var unused = future.whenComplete(new Read<>(call, onRead));
  }

  private record Read<C extends Call, T>(C call, BiConsumer<? super C, ? super T> onRead)
      implements BiConsumer<T, @Nullable Throwable> {
    @Override
    public void accept(T value, @Nullable Throwable thrown) {
      Mailbox mailbox = call.to.mailbox();
      if (thrown == null) {
        mailbox.post(this, Read::received, value);
      } else {
        call.postFailure(thrown, mailbox);
      }
      mailbox.flush();
    }

    private void received(T value) {
      handle(call, onRead, value);
    }
  }

  /** An error is reported, since nobody else sees it: the future keeps it to itself. */
  final void postFailure(Throwable thrown, Mailbox mailbox) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    if (cause instanceof java.lang.Error error) {
      NodeThreads.report(error);
    }
    if (cause instanceof FailureException failed) {
      mailbox.post(this, Call::receiveFailure, failed.failure());
    } else if (cause instanceof CallRefused refused) {
      mailbox.post(this, Call::receiveError, refused.error());
    } else {
      log.error("internal error in {}", request.getCallCase(), thrown);
      mailbox.post(this, Call::receiveError, Errors.internal(cause == null ? thrown : cause));
    }
  }

  protected final void interim(Reply.Builder reply) {
    to.interim(reply);
  }

  public final void finish(Reply.Builder reply) {
    over = true;
    to.last(reply, leaveRoom());
  }

  /** For the bytes of a reply that is made on another thread; freed when the call is over. */
  public final ReplyReservation room() {
    if (room == null) {
      room = new ReplyReservation(to.load());
    }
    return room;
  }

  private long leaveRoom() {
    return room == null ? 0 : room.end();
  }

  public final void fail(Error error) {
    finish(Reply.newBuilder().setError(error));
  }

  /** Answers with the error that an outcome stands for. */
  protected final void failWith(Outcome outcome) {
    Error error = RefusalEncoder.errorOf(parts, outcome);
    fail(
        error == null ? Errors.internal(new IllegalStateException("no error: " + outcome)) : error);
  }
}
