package io.tenure.server.shard;

import io.tenure.core.LockState;
import io.tenure.core.model.Event;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import java.util.List;

/**
 * Hears what happens to a shard's state, in order. Called on the applier's thread, so it must
 * return at once.
 */
public interface ShardListener {
  /** This node leads; everything from before its term is in the state. */
  void leads(long term, LockState state);

  /** This node does not lead any more. May come twice, and from any thread. */
  void deposed();

  /** A session was opened, or opened again. */
  void opened(Session session);

  /** A session was closed or has expired. */
  void ended(SessionId session);

  /** Something changed. On every replica, also during a replay. */
  void changed(List<Event> events);

  /** The state was replaced by a snapshot: the events up to its revision were not seen. */
  void restored(LockState state);
}
