package io.tenure.server.session;

import io.tenure.core.model.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * A session's deadline, and its place in the {@link ExpiryWheel}. There are many: 48 bytes each.
 */
final class LiveSession {
  /** {@link #slot} of one that is not in the wheel. */
  static final int NO_SLOT = -1;

  final SessionId id;
  final long ttlMillis;

  /** In session time. May be later than the slot says, never earlier. */
  long deadlineNanos;

  /** An expiry is on its way through the log; until that is decided, it is in no slot. */
  boolean expiring;

  int slot = NO_SLOT;
  @Nullable LiveSession previous;
  @Nullable LiveSession next;

  LiveSession(SessionId id, long ttlMillis) {
    this.id = id;
    this.ttlMillis = ttlMillis;
  }
}
