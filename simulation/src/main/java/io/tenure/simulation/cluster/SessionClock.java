package io.tenure.simulation.cluster;

import io.tenure.core.model.SessionId;
import io.tenure.simulation.world.LocalClock;
import io.tenure.simulation.world.Time;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** The deadlines of all sessions on the leader's monotonic clock. Lives as long as a leadership. */
final class SessionClock {
  /** So that a mass crash cannot stall grants. */
  static final int MAX_EXPIRIES_PER_TICK = 1_000;

  /** What a keep-alive found. */
  enum Found {
    ALIVE,
    /** Its expiry is on its way through the log, and nobody can call it back. */
    EXPIRING,
    UNKNOWN
  }

  private static final class Watched {
    final SessionId session;
    final long ttl;
    long deadline;

    /** Where it stands in the heap: a deadline that may have moved on since. */
    long due;

    boolean expiring;
    boolean over;

    Watched(SessionId session, long ttl, long deadline) {
      this.session = session;
      this.ttl = ttl;
      this.deadline = deadline;
      this.due = deadline;
    }
  }

  private static final Comparator<Watched> BY_DUE_TIME =
      Comparator.<Watched>comparingLong(watched -> watched.due)
          .thenComparingLong(watched -> watched.session.number());

  private final LocalClock clock;
  private final Map<SessionId, Watched> sessions = new HashMap<>();
  private final PriorityQueue<Watched> heap = new PriorityQueue<>(BY_DUE_TIME);

  SessionClock(LocalClock clock) {
    this.clock = clock;
  }

  /** A session that has a part of its TTL left from now; normally all of it. */
  void watch(SessionId session, long ttlMillis, double share) {
    long ttl = Time.millis(ttlMillis);
    long deadline = clock.monotonic() + (long) (ttl * share);
    Watched known = sessions.get(session);
    if (known == null) {
      Watched watched = new Watched(session, ttl, deadline);
      sessions.put(session, watched);
      heap.add(watched);
    } else {
      known.deadline = Math.max(known.deadline, deadline);
    }
  }

  Found touch(SessionId session) {
    Watched watched = sessions.get(session);
    if (watched == null) {
      return Found.UNKNOWN;
    }
    if (watched.expiring) {
      return Found.EXPIRING;
    }
    watched.deadline = clock.monotonic() + watched.ttl;
    return Found.ALIVE;
  }

  void forget(SessionId session) {
    Watched watched = sessions.remove(session);
    if (watched != null) {
      watched.over = true;
    }
  }

  void expire(Consumer<SessionId> proposal) {
    long now = clock.monotonic();
    int proposed = 0;
    while (proposed < MAX_EXPIRIES_PER_TICK && !heap.isEmpty() && heap.peek().due <= now) {
      Watched watched = heap.remove();
      if (watched.over) {
        continue;
      }
      if (watched.deadline > now) {
        watched.due = watched.deadline;
        heap.add(watched);
      } else {
        watched.expiring = true;
        proposed++;
        proposal.accept(watched.session);
      }
    }
  }
}
