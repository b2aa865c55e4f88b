package io.tenure.server.api.call;

import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Granted;
import io.tenure.core.model.Outcome.Queued;
import io.tenure.core.model.Outcome.SessionOpened;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.api.encode.ImplicitOwner;
import io.tenure.server.api.encode.WireDecoder;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.request.RoutedRequest;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import io.tenure.server.session.KeepAliveAnswer;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An acquire without a session: opens one for this hold alone, keeps it alive while the request
 * waits and the caller is there, and closes it again unless the hold was granted. From then on the
 * caller keeps it alive through {@code Renew}.
 */
public final class ImplicitAcquire extends WaitingCall {
  /** Stands for the session that there is not yet. */
  private static final RequestId DRAFT = new RequestId(new SessionId(0), 1);

  private final OpenSession open;
  private final AcquireLock draft;
  private @Nullable SessionId session;
  private @Nullable ScheduledFuture<?> keeper;
  private boolean waited;

  private ImplicitAcquire(RoutedRequest asked, Terms terms, OpenSession open, AcquireLock draft) {
    super(asked, terms, null);
    this.open = open;
    this.draft = draft;
  }

  static ImplicitAcquire of(RoutedRequest asked, Terms terms, List<Target> targets, long nonce) {
    AcquireRequest wire = asked.request().getAcquire();
    CallFactory.requireNoNumber(wire.getRequest(), wire.getAcknowledged());
    if (!wire.getOwner().isEmpty()) {
      throw new IllegalArgumentException(
          "owner: \"" + wire.getOwner() + "\" (expected: empty without a session)");
    }
    if (!wire.getParty().isEmpty()) {
      throw new IllegalArgumentException(
          "party: \"" + wire.getParty() + "\" (expected: empty without a session)");
    }
    return new ImplicitAcquire(
        asked,
        terms,
        new OpenSession(nonce, WireDecoder.ttlMillis(wire.getTtlMs()), wire.getClientName()),
        WireDecoder.acquire(wire, DRAFT, targets));
  }

  @Override
  public void begin() {
    parts.shard().enqueue(open, this);
  }

  @Override
  protected void onOutcome(Outcome outcome) {
    if (session != null) {
      waited |= outcome instanceof Queued;
      keepWhileWaiting();
      super.onOutcome(outcome);
    } else if (outcome instanceof SessionOpened opened) {
      session = opened.session();
      RequestId number = new RequestId(opened.session(), 1);
      enqueue(
          new AcquireLock(
              number, 0, ImplicitOwner.LABEL, draft.targets(), draft.mayWait(), draft.value()));
      parts.shard().submit();
    } else {
      failWith(outcome);
    }
  }

  private void keepWhileWaiting() {
    if (waited && keeper == null) {
      long third = open.ttlMillis() / 3;
      keeper =
          to.loop().scheduleWithFixedDelay(this::keepAlive, third, third, TimeUnit.MILLISECONDS);
    }
  }

  private void keepAlive() {
    if (session != null) {
      parts.sessions().keepAlive(session, NOBODY);
    }
  }

  @Override
  void settle(Outcome outcome) {
    stopKeeping();
    if (outcome instanceof Granted) {
      Reply.Builder reply = tell(outcome);
      reply.getAcquireBuilder().getGrantedBuilder().setTtlMs(open.ttlMillis());
      if (waited) {
        keepAlive(); // So that the caller has a whole term from now.
      }
      finish(reply);
    } else {
      close();
      super.settle(outcome);
    }
  }

  @Override
  protected void onFailure(Failure failure) {
    if (goesOn(failure)) {
      return;
    }
    stopKeeping();
    boolean nothingExecuted = session == null;
    session = null;
    if (nothingExecuted) {
      super.onFailure(failure);
    } else {
      // The session is there and ends with its term, whatever the log has of the acquire.
      fail(
          Errors.of(
              new Failure(Failure.Kind.LEADERSHIP_LOST, failure.message(), failure.leader())));
    }
  }

  @Override
  public void abandoned() {
    leave();
    stopKeeping();
    close();
  }

  /** Only this node knows the session. */
  @Override
  public void stopped() {
    abandoned();
  }

  @Override
  public void cancelled() {
    abandoned();
  }

  @Override
  protected void onLateOutcome(Outcome outcome) {
    if (outcome instanceof SessionOpened opened) {
      session = opened.session();
      close();
    } else {
      super.onLateOutcome(outcome);
    }
  }

  private void close() {
    if (session != null) {
      CleanupCommand.start(parts.shard(), new CloseSession(session), to.loop());
    }
  }

  private void stopKeeping() {
    if (keeper != null) {
      keeper.cancel(false);
      keeper = null;
    }
  }

  /** If the session ends, the waiting request gets that outcome. */
  private static final KeepAliveAnswer NOBODY =
      new KeepAliveAnswer() {
        @Override
        public void kept(long ttlMillis) {}

        @Override
        public void unknown() {}

        @Override
        public void failed(Failure failure) {}

        @Override
        public Outbox outbox() {
          return Outbox.NONE;
        }
      };
}
