package io.tenure.server.session;

import static io.tenure.server.session.LiveSession.NO_SLOT;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sessions whose deadline has passed without looking at the others.
 *
 * <p>A ring of slots, each a list of the sessions to look at in one tick's time. A keep-alive only
 * writes the new deadline into its session and leaves it in its slot; when the slot's time comes,
 * the session moves on to the slot of its deadline. So a session costs one visit per TTL, no matter
 * how often it is kept alive. A deadline beyond the ring goes into the farthest slot and moves on
 * from there.
 *
 * <p>Compared with a heap, adding and removing are a few pointer writes, and a session that was
 * closed leaves at once instead of staying until its deadline.
 *
 * <p>Not thread-safe.
 */
final class ExpiryWheel {
  private final long tickNanos;
  private final @Nullable LiveSession[] slots;

  /**
   * The first turn whose slot may hold anyone. Turn n is over at n ticks of session time, and its
   * slot is n modulo the size. Sessions are in turns from here up to one less than the size later.
   */
  private long turn;

  /** The horizon is where most deadlines are within. */
  ExpiryWheel(long tickMillis, long horizonMillis) {
    this.tickNanos = TimeUnit.MILLISECONDS.toNanos(tickMillis);
    this.slots = new @Nullable LiveSession[Math.toIntExact(horizonMillis / tickMillis) + 2];
  }

  /** Removes all sessions. */
  void clear(long nowNanos) {
    Arrays.fill(slots, null);
    turn = nowNanos / tickNanos;
  }

  /** By its deadline. One that is over already comes next. */
  void add(LiveSession session) {
    long due = (session.deadlineNanos + tickNanos - 1) / tickNanos;
    long reachable = Math.max(turn, Math.min(due, turn + slots.length - 1));
    int slot = (int) (reachable % slots.length);
    LiveSession first = slots[slot];
    session.slot = slot;
    session.previous = null;
    session.next = first;
    if (first != null) {
      first.previous = session;
    }
    slots[slot] = session;
  }

  /** Does nothing if it is not in here. */
  void remove(LiveSession session) {
    if (session.slot == NO_SLOT) {
      return;
    }
    LiveSession previous = session.previous;
    LiveSession next = session.next;
    if (previous == null) {
      slots[session.slot] = next;
    } else {
      previous.next = next;
    }
    if (next != null) {
      next.previous = previous;
    }
    session.slot = NO_SLOT;
    session.previous = null;
    session.next = null;
  }

  /**
   * Takes out those whose deadline has passed, until the list has this many or this many were
   * looked at; the next call goes on from there.
   */
  void advance(long nowNanos, int maxOverdue, int maxVisits, List<LiveSession> overdue) {
    int visits = 0;
    while (turn * tickNanos <= nowNanos) {
      LiveSession session = slots[(int) (turn % slots.length)];
      if (session == null) {
        turn++;
      } else if (overdue.size() == maxOverdue || visits == maxVisits) {
        return;
      } else {
        visits++;
        remove(session);
        if (session.deadlineNanos <= nowNanos) {
          overdue.add(session);
        } else {
          add(session);
        }
      }
    }
  }
}
