package io.tenure.server.session;

import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that a leader watches, and their deadlines. Time is {@link SessionTime}, which skips
 * this process's own pauses; deadlines are found through {@link ExpiryWheel}.
 *
 * <p>Not thread-safe: guarded by the lock of the {@link SessionClock}. A caller passes readings of
 * the monotonic clock.
 */
final class SessionTable {
  private final SessionSettings settings;
  private final SessionTime time;
  private final ExpiryWheel wheel;
  private Map<SessionId, LiveSession> sessions = new HashMap<>();

  SessionTable(SessionSettings settings, long nanos) {
    this.settings = settings;
    this.time = new SessionTime(settings.pauseMillis(), nanos);
    this.wheel = new ExpiryWheel(settings.tickMillis(), OpenSession.MAX_TTL_MILLIS);
  }

  /** What {@link #fill} takes; made beforehand, since there may be many. */
  static Map<SessionId, LiveSession> of(Collection<Session> alive) {
    Map<SessionId, LiveSession> table = new HashMap<>(alive.size() * 4 / 3 + 1);
    for (Session session : alive) {
      table.put(session.id(), new LiveSession(session.id(), session.ttlMillis()));
    }
    return table;
  }

  void clear() {
    sessions = new HashMap<>();
    wheel.clear(0);
  }

  /** Each session has its full TTL from now. */
  void fill(Map<SessionId, LiveSession> alive, long nanos) {
    sessions = alive;
    long nowNanos = time.nowNanos(nanos);
    wheel.clear(nowNanos);
    for (LiveSession session : alive.values()) {
      setDeadline(session, nowNanos);
      wheel.add(session);
    }
  }

  @Nullable LiveSession get(SessionId id) {
    return sessions.get(id);
  }

  int size() {
    return sessions.size();
  }

  /** Adds the session or, if it is here, extends it. */
  void open(Session opened, long nanos) {
    LiveSession known = sessions.get(opened.id());
    if (known != null) {
      extend(known, nanos);
      return;
    }
    LiveSession fresh = new LiveSession(opened.id(), opened.ttlMillis());
    sessions.put(fresh.id, fresh);
    extend(fresh, nanos);
    wheel.add(fresh);
  }

  /** Gives the session its full TTL from now. */
  void extend(LiveSession session, long nanos) {
    setDeadline(session, time.nowNanos(nanos));
  }

  private static void setDeadline(LiveSession session, long nowNanos) {
    session.deadlineNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(session.ttlMillis);
  }

  /** Returns the session if it was here. */
  @Nullable LiveSession remove(SessionId id) {
    LiveSession session = sessions.remove(id);
    if (session != null) {
      wheel.remove(session);
    }
    return session;
  }

  /** Ends a step of time. Returns how much of it did not count, see {@link SessionTime#tick}. */
  long tick(long nanos) {
    return time.tick(nanos);
  }

  /** Adds to the list those whose deadline is over, as many as a tick may expire. */
  void takeOverdue(long nanos, List<LiveSession> overdue) {
    wheel.advance(
        time.nowNanos(nanos), settings.expiriesPerTick(), settings.visitsPerTick(), overdue);
    overdue.forEach(session -> session.expiring = true);
  }

  /** Its expiry did not take effect: its deadline counts again. */
  void watchAgain(LiveSession session) {
    session.expiring = false;
    wheel.add(session);
  }

  /** How long until the session may expire, 0 if it may have; empty for one not known here. */
  OptionalLong remainingMillis(SessionId id, long nanos) {
    LiveSession session = sessions.get(id);
    if (session == null) {
      return OptionalLong.empty();
    } else if (session.expiring) {
      return OptionalLong.of(0);
    }
    long left = session.deadlineNanos - time.nowNanos(nanos);
    return OptionalLong.of(Math.max(0, TimeUnit.NANOSECONDS.toMillis(left)));
  }
}
