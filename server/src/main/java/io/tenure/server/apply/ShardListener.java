package io.tenure.server.apply;

import io.tenure.core.LockState;
import io.tenure.core.model.Event;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.snapshot.Snapshot;
import java.util.List;

/**
 * Receives what happens to a shard's state, in order. Called on the apply thread unless a method
 * says otherwise, so it must return at once.
 */
public interface ShardListener {
  /** This node leads; everything from before its term is in the state. */
  default void leads(long term, LockState state) {}

  /** This node does not lead any more. May come twice, and from any thread. */
  default void deposed() {}

  /** A session was opened, or opened again. */
  default void opened(Session session) {}

  /** A session was closed or has expired. */
  default void ended(SessionId session) {}

  /** Something changed. On every replica, also during a replay. */
  default void changed(List<Event> events) {}

  /** An entry was applied, or this node has begun to lead, and all of the above was called. */
  default void settled(LockState state) {}

  /** The state at an index at which all members compare theirs. */
  default void captured(long index, Snapshot snapshot) {}

  /** The state was replaced by a snapshot: the events up to its revision were not seen. */
  default void restored(LockState state) {}

  /** Calls all of them, in this order. */
  static ShardListener all(ShardListener... listeners) {
    return new ShardListeners(List.of(listeners));
  }
}
