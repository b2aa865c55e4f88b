package io.tenure.server.api.shard;

import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.SessionId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which holds operators have revoked, kept while their sessions are alive, so that keep-alive
 * replies can name them. Bounded, and only what this node has applied since it started. The applier
 * writes, any thread reads.
 */
public final class Revocations {
  private static final int MAX_SESSIONS = 10_000;
  private static final int MAX_PER_SESSION = 100;

  private final Map<SessionId, List<Long>> tokens = new LinkedHashMap<>();
  private volatile boolean empty = true;

  /** Something has happened. On the applier's thread. */
  public void applied(List<Event> events) {
    for (Event event : events) {
      if (event instanceof Event.Released released && released.cause() == EndCause.REVOKED) {
        revoked(released.hold().owner().session(), released.hold().token());
      }
    }
  }

  private synchronized void revoked(SessionId session, long token) {
    List<Long> of = tokens.computeIfAbsent(session, each -> new ArrayList<>());
    of.add(token);
    if (of.size() > MAX_PER_SESSION) {
      of.remove(0);
    }
    if (tokens.size() > MAX_SESSIONS) {
      Iterator<SessionId> oldest = tokens.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    empty = false;
  }

  /** The session is over. On the applier's thread. */
  public void ended(SessionId session) {
    if (!empty) {
      forget(session);
    }
  }

  private synchronized void forget(SessionId session) {
    tokens.remove(session);
    empty = tokens.isEmpty();
  }

  /** Tokens of the session's holds that were revoked, the oldest first. */
  public List<Long> of(SessionId session) {
    return empty ? List.of() : find(session);
  }

  private synchronized List<Long> find(SessionId session) {
    return List.copyOf(tokens.getOrDefault(session, List.of()));
  }
}
