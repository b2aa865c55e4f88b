package io.tenure.server.api.call;

import io.tenure.core.model.SessionId;
import io.tenure.server.api.request.Call;
import io.tenure.server.api.request.RoutedRequest;
import io.tenure.server.session.KeepAliveAnswer;

/**
 * A call that keeps a session alive: {@link #onKept}, {@link #onSessionUnknown} or a failure
 * follow.
 */
abstract class SessionKeepingCall extends Call implements KeepAliveAnswer {
  private SessionId session = new SessionId(0);

  SessionKeepingCall(RoutedRequest asked) {
    super(asked);
  }

  /** The session lives for this long from when the request was sent. */
  abstract void onKept(long ttlMillis);

  /** There is no such session, or there is none any more. */
  abstract void onSessionUnknown(SessionId unknown);

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
    to.mailbox().post(this, SessionKeepingCall::receiveKept, ttlMillis);
  }

  @Override
  public final void unknown() {
    to.mailbox().post(this, SessionKeepingCall::receiveUnknown, session);
  }

  private void receiveKept(Long ttlMillis) {
    handle(this, SessionKeepingCall::onKept, ttlMillis);
  }

  private void receiveUnknown(SessionId unknown) {
    handle(this, SessionKeepingCall::onSessionUnknown, unknown);
  }
}
