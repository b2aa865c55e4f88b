package io.tenure.server.api.call;

import io.tenure.core.model.Outcome.SessionUnknown;
import io.tenure.core.model.SessionId;
import io.tenure.server.session.KeepAliveAnswer;

/** A call that keeps a session alive and hears {@link Kept}, or {@link SessionUnknown}. */
abstract class SessionKeepingCall extends Call implements KeepAliveAnswer {
  private SessionId session = new SessionId(0);

  SessionKeepingCall(RoutedRequest asked) {
    super(asked);
  }

  /** The session lives for this long from when the request was sent. */
  record Kept(long ttlMillis) {}

  final void keepAlive(SessionId toKeep) {
    session = toKeep;
    parts.sessions().keepAlive(toKeep, this);
  }

  @Override
  public boolean isUrgent() {
    return true;
  }

  @Override
  public final void kept(long ttlMillis) {
    to.gather(this, new Kept(ttlMillis));
  }

  @Override
  public final void unknown() {
    to.gather(this, new SessionUnknown(session));
  }
}
