package io.tenure.server.shard;

import io.tenure.core.LockState;
import io.tenure.core.model.SessionId;
import io.tenure.server.apply.ShardListener;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Numbers that this node chose for requests whose clients chose none. Remembered while the session
 * lives, so that two requests that are under way at the same time never share a number.
 */
final class ChosenRequestNumbers implements ShardListener {
  private final ConcurrentHashMap<SessionId, Long> last = new ConcurrentHashMap<>();

  /** A number above all that the session has used. The state must not change meanwhile. */
  long next(LockState state, SessionId session) {
    // Nothing is remembered of a session that is not there: it would never be forgotten.
    return state.session(session) == null
        ? 1L
        : last.merge(
            session,
            state.highestRequest(session) + 1,
            (chosen, next) -> Math.max(chosen + 1, next));
  }

  @Override
  public void ended(SessionId session) {
    last.remove(session);
  }

  /** The ends of sessions that are not in the snapshot are never told. */
  @Override
  public void restored(LockState state) {
    last.keySet().removeIf(session -> state.session(session) == null);
  }

  /** Sessions for which a number was chosen. */
  int sessions() {
    return last.size();
  }
}
