package io.tenure.server.api.call;

import io.tenure.core.model.Outcome;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.server.api.encode.CallRefused;
import io.tenure.server.api.encode.Errors;
import io.tenure.server.api.load.ReplyReservation;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.api.stream.MailboxReceiver;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import io.tenure.server.apply.Outbox;
import io.tenure.server.thread.NodeThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request of a client, from its arrival to its last reply. The methods of {@link Answer} come
 * from any thread; everything else happens on the loop of the connection.
 */
public abstract class Call implements Answer, MailboxReceiver {
  private static final Logger log = LoggerFactory.getLogger(Call.class);

  /** As it arrived, for passing it on. */
  public final Request request;

  public final ShardParts parts;
  final ReplyTarget to;

  /** For a reply that is made on another thread, or null. */
  private @Nullable ReplyReservation room;

  private boolean over;

  public Call(RoutedRequest asked) {
    this.request = asked.request();
    this.parts = asked.parts();
    this.to = asked.to();
  }

  /** Starts it, once; what it proposes goes when the shard is told to submit. */
  public abstract void begin();

  /** An outcome, or what else the call asked for. */
  public abstract void decided(Object outcome);

  /**
   * The stream that asked is gone, and takes no reply. What was proposed stays; who asked may come
   * back for the answer.
   */
  public void abandoned() {
    over = true;
    to.load().freeBytes(leaveRoom());
  }

  /** This node stops. What was proposed stays; who asked is there and asks again elsewhere. */
  public void stopped() {
    abandoned();
  }

  /** The plain call was cancelled, or its connection broke. */
  public void cancelled() {
    abandoned();
  }

  @Override
  public final void applied(Outcome outcome) {
    to.gather(this, outcome);
  }

  /** Also for a failure that came at once, when nobody else would flush. */
  @Override
  public final void failed(Failure failure) {
    to.gather(this, failure);
    to.outbox().flush();
  }

  @Override
  public final Outbox outbox() {
    return to.outbox();
  }

  @Override
  public final void hear(Object heard) {
    if (over) {
      heardTooLate(heard);
      return;
    }
    try {
      if (heard instanceof Failure failure) {
        undecided(failure);
      } else if (heard instanceof Error error) {
        fail(error);
      } else {
        decided(heard);
      }
    } catch (CallRefused refused) {
      fail(refused.error());
    } catch (IllegalArgumentException invalid) {
      fail(Errors.invalid(String.valueOf(invalid.getMessage())));
    } catch (RuntimeException bug) {
      log.error("{} failed on {}", request.getCallCase(), heard, bug);
      fail(Errors.internal(bug));
    }
  }

  final boolean isOver() {
    return over;
  }

  /** The call is over, or nobody waits for it any more. */
  void heardTooLate(Object heard) {}

  /** No outcome here. */
  void undecided(Failure failure) {
    over = true;
    to.load().freeBytes(leaveRoom());
    turnAway(request, parts, to, failure);
  }

  /**
   * Passes a request on or, where that is not wanted or of no use, tells why it is not answered.
   */
  static void turnAway(Request request, ShardParts parts, ReplyTarget to, Failure failure) {
    Failure why =
        failure.kind() == Failure.Kind.NOT_LEADER && failure.leader() == null
            ? parts.notLeading()
            : failure;
    if (!to.passOn(request, parts, why)) {
      to.last(Reply.newBuilder().setError(Errors.of(why)));
    }
  }

  /** Hears how a future ends: its value, or the failure it carries. */
  public final void await(CompletableFuture<?> future) {
    var unused =
        future.whenComplete(
            (value, thrown) -> {
              to.gather(this, thrown == null ? value : failureIn(thrown));
              to.outbox().flush();
            });
  }

  /** An error is reported, since nobody else sees it: the future keeps it to itself. */
  private Object failureIn(Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    if (cause instanceof java.lang.Error error) {
      NodeThreads.report(error);
    }
    if (cause instanceof FailureException failed) {
      return failed.failure();
    } else if (cause instanceof CallRefused refused) {
      return refused.error();
    }
    log.error("{} failed", request.getCallCase(), thrown);
    return Errors.internal(cause == null ? thrown : cause);
  }

  final void interim(Reply.Builder reply) {
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
}
