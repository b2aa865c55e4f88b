package io.tenure.simulation.check;

import static io.tenure.simulation.check.Promise.NO_EARLY_EXPIRY;

import io.tenure.core.model.Command;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.SessionId;
import io.tenure.simulation.world.LocalClock;
import io.tenure.simulation.world.Time;
import java.util.HashMap;
import java.util.Map;

/**
 * Until when each session had to live: a TTL after the newest keep-alive that was acknowledged
 * arrived, where a second may be as short as it is for the fastest sane clock. An acknowledgement
 * can also come after the expiry; then it must not be for a keep-alive that arrived too late.
 */
final class SessionLedger {
  private static final long NEVER = Long.MAX_VALUE;

  /** Timers are due at whole nanoseconds. */
  private static final long ROUNDING = Time.MICROSECOND;

  private static final class Entry {
    final long ttl;

    /** When the newest keep-alive that was acknowledged had arrived; at first, the opening. */
    long renewedAt;

    long expiredAt = NEVER;
    boolean over;

    Entry(long ttl, long openedAt) {
      this.ttl = ttl;
      this.renewedAt = openedAt;
    }
  }

  private final CheckCounts counts;
  private final ClockSanity clockSanity;
  private final Map<SessionId, Entry> sessions = new HashMap<>();

  SessionLedger(CheckCounts counts, ClockSanity clockSanity) {
    this.counts = counts;
    this.clockSanity = clockSanity;
  }

  boolean isOver(SessionId session) {
    Entry entry = sessions.get(session);
    return entry != null && entry.over;
  }

  void committed(long now, Command command, Outcome outcome) {
    if (command instanceof Command.OpenSession open
        && outcome instanceof Outcome.SessionOpened opened) {
      sessions.putIfAbsent(opened.session(), new Entry(Time.millis(open.ttlMillis()), now));
    } else if (outcome instanceof Outcome.SessionEnded ended) {
      Entry entry = sessions.get(ended.session());
      if (entry == null) {
        return;
      }
      entry.over = true;
      if (command instanceof Command.ExpireSession) {
        entry.expiredAt = now;
        expectNotEarly(ended.session(), entry, entry.renewedAt);
      }
    }
  }

  void keepAliveAcknowledged(SessionId session, long receivedAt) {
    Entry entry = sessions.get(session);
    if (entry == null) {
      return;
    }
    entry.renewedAt = Math.max(entry.renewedAt, receivedAt);
    if (entry.expiredAt != NEVER) {
      expectNotEarly(session, entry, receivedAt);
    }
  }

  private void expectNotEarly(SessionId session, Entry entry, long renewedAt) {
    long shortest = (long) (entry.ttl / (1 + LocalClock.SANE_DRIFT)) - ROUNDING;
    boolean early = entry.expiredAt < renewedAt + shortest;
    counts.expect(
        NO_EARLY_EXPIRY,
        !early || !clockSanity.areLeadersSaneSince(renewedAt),
        () ->
            "session "
                + session
                + " with a TTL of "
                + Time.text(entry.ttl)
                + " expired at "
                + Time.text(entry.expiredAt)
                + "; the service acknowledged a keep-alive of "
                + Time.text(renewedAt));
  }
}
