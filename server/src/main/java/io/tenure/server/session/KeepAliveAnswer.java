package io.tenure.server.session;

import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;

/**
 * Receives the result of a keep-alive: exactly one of the first three methods is called, on any
 * thread, perhaps before {@link SessionClock#keepAlive} has returned. Must return at once and not
 * throw.
 */
public interface KeepAliveAnswer {
  /** The session lives for at least this long after the keep-alive was sent. */
  void kept(long ttlMillis);

  /** There is no such session: it was closed, it expired, or it never existed. */
  void unknown();

  /** Not acknowledged. It is unknown here whether the session is alive. */
  void failed(Failure failure);

  /**
   * Whether a caller waits for it; else it may be delayed for a small part of the TTL, to share a
   * confirmation.
   */
  default boolean isUrgent() {
    return false;
  }

  /** Where the answer goes; flushed after every batch of answers. */
  Outbox outbox();
}
