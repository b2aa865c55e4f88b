package io.tenure.server.api.call;

import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.SessionUnknown;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.protocol.v1.CloseSessionReply;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.api.encode.ReplyEncoder;
import io.tenure.server.api.request.RoutedRequest;
import java.util.Optional;

/**
 * Keeps alive or closes the sibling that a session of another shard has here. That there is none is
 * no error: most sessions need only one shard.
 */
final class SiblingCall extends SessionKeepingCall {
  private final long nonce;

  SiblingCall(RoutedRequest asked, long nonce) {
    super(asked);
    this.nonce = nonce;
  }

  @Override
  public void begin() {
    await(
        this,
        parts.shard().read(state -> Optional.ofNullable(state.sessionByNonce(nonce))),
        SiblingCall::onFound);
  }

  private void onFound(Optional<Session> found) {
    if (found.isEmpty()) {
      thereIsNone();
    } else if (request.hasKeepAlive()) {
      keepAlive(found.get().id());
    } else {
      parts.shard().propose(new CloseSession(found.get().id()), this);
    }
  }

  @Override
  void onKept(long ttlMillis) {
    finish(Reply.newBuilder().setKeepAlive(KeepAliveReply.newBuilder().setTtlMs(ttlMillis)));
  }

  @Override
  void onSessionUnknown(SessionId unknown) {
    thereIsNone();
  }

  private void thereIsNone() {
    finish(
        request.hasKeepAlive()
            ? Reply.newBuilder().setKeepAlive(KeepAliveReply.getDefaultInstance())
            : Reply.newBuilder().setCloseSession(CloseSessionReply.getDefaultInstance()));
  }

  @Override
  protected void onOutcome(Outcome outcome) {
    if (outcome instanceof SessionUnknown) {
      thereIsNone();
    } else {
      finish(ReplyEncoder.CLOSE_SESSION.tell(parts, new SessionId(0), outcome));
    }
  }
}
