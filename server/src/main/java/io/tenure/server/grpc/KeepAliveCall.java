package io.tenure.server.grpc;

import io.tenure.core.Outcome;
import io.tenure.core.Outcome.SessionUnknown;
import io.tenure.core.SessionId;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.session.KeepAliveAnswer;

/** Keeps a session alive. */
final class KeepAliveCall extends Call implements KeepAliveAnswer {
  private final SessionId session;

  KeepAliveCall(Asked asked, SessionId session) {
    super(asked);
    this.session = session;
  }

  /** The session lives for this long from when the request was sent. */
  private record Kept(long ttlMillis) {}

  @Override
  void begin() {
    parts.sessions().keepAlive(session, this);
  }

  @Override
  public void kept(long ttlMillis) {
    to.gather(this, new Kept(ttlMillis));
  }

  @Override
  public void unknown() {
    to.gather(this, new SessionUnknown(session));
  }

  @Override
  void decided(Object answer) {
    if (answer instanceof Kept kept) {
      finish(
          Reply.newBuilder().setKeepAlive(KeepAliveReply.newBuilder().setTtlMs(kept.ttlMillis())));
      return;
    }
    Error error = Errors.of(parts, (Outcome) answer);
    fail(error == null ? Errors.internal(new IllegalStateException()) : error);
  }
}
