package io.tenure.server.api.call;

import io.tenure.core.model.Outcome.SessionUnknown;
import io.tenure.core.model.SessionId;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.api.request.RoutedRequest;

/** Keeps a session alive. */
final class KeepAliveCall extends SessionKeepingCall {
  private final SessionId session;

  KeepAliveCall(RoutedRequest asked, SessionId session) {
    super(asked);
    this.session = session;
  }

  /** Streams send them ahead of time and go on meanwhile. */
  @Override
  public boolean isUrgent() {
    return to.isPlain();
  }

  @Override
  public void begin() {
    keepAlive(session);
  }

  @Override
  void onKept(long ttlMillis) {
    finish(
        Reply.newBuilder()
            .setKeepAlive(
                KeepAliveReply.newBuilder()
                    .setTtlMs(ttlMillis)
                    .addAllRevoked(parts.revocations().of(session))));
  }

  @Override
  void onSessionUnknown(SessionId unknown) {
    failWith(new SessionUnknown(unknown));
  }
}
