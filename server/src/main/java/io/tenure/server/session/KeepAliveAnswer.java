package io.tenure.server.session;

import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;

/**
 * Whoever waits for what becomes of a keep-alive. Hears exactly one of the first three, on any
 * thread, perhaps before {@link SessionClock#keepAlive} has returned. Must return at once and not
 * throw.
 */
public interface KeepAliveAnswer {
  /** The session lives for at least this long after the keep-alive was sent. */
  void kept(long ttlMillis);

  /** There is no such session: it was closed, it expired, or it never existed. */
  void unknown();

  /** Not acknowledged. Whether the session lives is not known here. */
  void failed(Failure failure);

  /** Whether somebody waits for it; else it may wait for others, for a small part of the TTL. */
  default boolean isUrgent() {
    return false;
  }

  /** Where the answer goes; flushed after every batch of answers. */
  Outbox outbox();
}
