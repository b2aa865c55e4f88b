package io.tenure.server.api.call;

import io.tenure.core.model.Outcome;
import io.tenure.core.model.SessionId;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.api.encode.Errors;

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
  public void decided(Object answer) {
    if (answer instanceof Kept kept) {
      finish(
          Reply.newBuilder()
              .setKeepAlive(
                  KeepAliveReply.newBuilder()
                      .setTtlMs(kept.ttlMillis())
                      .addAllRevoked(parts.revocations().of(session))));
      return;
    }
    Error error = Errors.of(parts, (Outcome) answer);
    fail(error == null ? Errors.internal(new IllegalStateException()) : error);
  }
}
