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
import io.tenure.server.session.KeepAliveAnswer;
import java.util.Optional;

/**
 * Keeps alive or closes the sibling that a session of another shard has here. That there is none is
 * no error: most sessions need only one shard.
 */
final class SiblingCall extends Call implements KeepAliveAnswer {
  private final long nonce;

  SiblingCall(RoutedRequest asked, long nonce) {
    super(asked);
    this.nonce = nonce;
  }

  private record Found(Optional<Session> session) {}

  private record Kept(long ttlMillis) {}

  @Override
  public void begin() {
    await(parts.shard().read(state -> new Found(Optional.ofNullable(state.sessionByNonce(nonce)))));
  }

  @Override
  public void decided(Object heard) {
    if (heard instanceof Found found && found.session().isPresent()) {
      SessionId session = found.session().get().id();
      if (request.hasKeepAlive()) {
        parts.sessions().keepAlive(session, this);
      } else {
        parts.shard().propose(new CloseSession(session), this);
      }
    } else if (heard instanceof Found || heard instanceof SessionUnknown) {
      finish(
          request.hasKeepAlive()
              ? Reply.newBuilder().setKeepAlive(KeepAliveReply.getDefaultInstance())
              : Reply.newBuilder().setCloseSession(CloseSessionReply.getDefaultInstance()));
    } else if (heard instanceof Kept kept) {
      finish(
          Reply.newBuilder().setKeepAlive(KeepAliveReply.newBuilder().setTtlMs(kept.ttlMillis())));
    } else {
      finish(ReplyEncoder.CLOSE_SESSION.tell(parts, new SessionId(0), (Outcome) heard));
    }
  }

  /** The next shard's sibling comes after this one. */
  @Override
  public boolean isUrgent() {
    return true;
  }

  @Override
  public void kept(long ttlMillis) {
    to.gather(this, new Kept(ttlMillis));
  }

  @Override
  public void unknown() {
    to.gather(this, new SessionUnknown(new SessionId(0)));
  }
}
