package io.tenure.server.session;

import io.tenure.core.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which keep-alives share which confirmation of leadership: those that run with the one under way,
 * and those that gather for the next. At most one runs at a time, and they start some time apart.
 *
 * <p>Not thread-safe.
 */
final class Rounds {
  /** A keep-alive that has not been answered. */
  record Parked(SessionId session, KeepAliveAnswer answer) {}

  /** One confirmation and the keep-alives that arrived before it started. */
  static final class Round {
    final long term;
    final long startedNanos;
    final List<Parked> keepAlives;

    private Round(long term, long startedNanos, List<Parked> keepAlives) {
      this.term = term;
      this.startedNanos = startedNanos;
      this.keepAlives = keepAlives;
    }
  }

  private final long intervalNanos;
  private final long timeoutNanos;
  private List<Parked> gathering = new ArrayList<>();
  private @Nullable Round running;
  private long notBeforeNanos;
  private boolean alarmSet;

  Rounds(SessionSettings settings, long nowNanos) {
    this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(settings.confirmIntervalMillis());
    this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.confirmTimeoutMillis());
    this.notBeforeNanos = nowNanos;
  }

  void gather(Parked keepAlive) {
    gathering.add(keepAlive);
  }

  void gather(List<Parked> keepAlives) {
    gathering.addAll(keepAlives);
  }

  /** The next round, if there is a reason for one and its time has come. The caller must run it. */
  @Nullable Round start(long term, long nowNanos) {
    if (running != null || gathering.isEmpty() || nowNanos - notBeforeNanos < 0) {
      return null;
    }
    running = new Round(term, nowNanos, gathering);
    gathering = new ArrayList<>();
    notBeforeNanos = nowNanos + intervalNanos;
    return running;
  }

  /** In how many milliseconds to call {@link #start} again, or -1 if that is seen to. */
  long setAlarm(long nowNanos) {
    if (running != null || gathering.isEmpty() || alarmSet) {
      return -1;
    }
    alarmSet = true;
    // Rounded up: an alarm that rang too early would have to be set again.
    return TimeUnit.NANOSECONDS.toMillis(notBeforeNanos - nowNanos - 1) + 1;
  }

  void alarmRang() {
    alarmSet = false;
  }

  /** Returns false if the round had been given up. */
  boolean end(Round round) {
    if (running != round) {
      return false;
    }
    running = null;
    return true;
  }

  /** Gives up the round under way if it takes too long. */
  @Nullable Round endOverdue(long nowNanos) {
    Round round = running;
    if (round == null || nowNanos - round.startedNanos < timeoutNanos) {
      return null;
    }
    running = null;
    return round;
  }

  /** Gives up everything and returns whoever was waiting. */
  List<Parked> abandon() {
    List<Parked> abandoned = running == null ? new ArrayList<>() : running.keepAlives;
    abandoned.addAll(gathering);
    gathering = new ArrayList<>();
    running = null;
    return abandoned;
  }
}
