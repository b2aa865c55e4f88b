package io.tenure.server.grpc;

import io.tenure.core.Outcome;
import io.tenure.core.SessionId;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.Reply;

/** Keeps a session alive. */
final class KeepAliveCall extends KeepingCall {
  private final SessionId session;

  KeepAliveCall(Asked asked, SessionId session) {
    super(asked);
    this.session = session;
  }

  /** Streams send them ahead of time and go on meanwhile. */
  @Override
  public boolean isUrgent() {
    return to.isPlain();
  }

  @Override
  void begin() {
    keepAlive(session);
  }

  @Override
  void decided(Object answer) {
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
