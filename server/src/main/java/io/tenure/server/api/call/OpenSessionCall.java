package io.tenure.server.api.call;

import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.SessionOpened;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.request.RoutedRequest;
import io.tenure.server.apply.Failure;

/**
 * Opens a session, or finds the one that the same nonce opened before. That session may be about to
 * expire, which the outcome does not say: then only a keep-alive can tell whether it is alive.
 */
final class OpenSessionCall extends SessionKeepingCall {
  private final OpenSession command;
  private SessionId session = new SessionId(0);

  OpenSessionCall(RoutedRequest asked, OpenSession command) {
    super(asked);
    this.command = command;
  }

  @Override
  public void begin() {
    parts.shard().enqueue(command, this);
  }

  @Override
  protected void onOutcome(Outcome outcome) {
    if (outcome instanceof SessionOpened opened) {
      session = opened.session();
      if (parts.sessions().remainingMillis(session).orElse(0) == 0) {
        keepAlive(session);
      } else {
        finish(ttlMillis());
      }
    } else {
      failWith(outcome);
    }
  }

  @Override
  void onKept(long ttlMillis) {
    finish(ttlMillis);
  }

  /** It has expired: the nonce is free for a new one. */
  @Override
  void onSessionUnknown(SessionId expired) {
    begin();
    parts.shard().submit();
  }

  /** A session that was opened for a client without a nonce is one that the client cannot find. */
  @Override
  protected void onFailure(Failure failure) {
    if (session.number() != 0 && request.getOpenSession().getNonce() == 0) {
      fail(
          Errors.of(
              new Failure(Failure.Kind.LEADERSHIP_LOST, failure.message(), failure.leader())));
    } else {
      super.onFailure(failure);
    }
  }

  private void finish(long ttlMillis) {
    finish(
        Reply.newBuilder()
            .setOpenSession(
                OpenSessionReply.newBuilder().setSession(parts.wire(session)).setTtlMs(ttlMillis)));
  }

  /** A session that was open already may have another term than the one asked for. */
  private long ttlMillis() {
    Session found = parts.shard().readStale(state -> state.session(session));
    return found == null ? command.ttlMillis() : found.ttlMillis();
  }
}
