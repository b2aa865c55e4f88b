package io.tenure.server.session;

import io.tenure.core.model.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which keep-alives share which confirmation of leadership: those that run with the one under way,
 * and those that gather for the next. At most one runs at a time, and they start some time apart:
 * as long as those that gather can wait, which sessions with long TTLs can do longer.
 *
 * <p>Unlike {@link io.tenure.server.thread.CoalescedRun} it paces the rounds, so that one
 * confirmation serves the keep-alives of some time, and is given up after a timeout.
 *
 * <p>Not thread-safe: guarded by the lock of the {@link SessionClock}.
 */
final class ConfirmationRounds {
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

  /** Who sends a keep-alive every third of a TTL does not mind a fortieth. */
  private static final int SHARE_OF_TTL = 40;

  private final long intervalNanos;
  private final long longestNanos;
  private final long timeoutNanos;
  private List<Parked> gathering = new ArrayList<>();
  private @Nullable Round running;
  private long lastStartNanos;

  /** How long after {@link #lastStartNanos} the next round may begin, for the most urgent. */
  private long patienceNanos;

  private boolean alarmSet;

  /** The time that the alarm is set for; it rings a little later. */
  private long alarmNanos;

  ConfirmationRounds(SessionSettings settings, long nowNanos) {
    this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(settings.confirmIntervalMillis());
    this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.confirmTimeoutMillis());
    this.longestNanos = TimeUnit.MILLISECONDS.toNanos(settings.confirmMostMillis());
    this.patienceNanos = longestNanos;
    this.lastStartNanos = nowNanos - longestNanos;
  }

  /**
   * Lets a keep-alive take part in the next round.
   *
   * @param ttlMillis of its session; 0 if there is none
   */
  void gather(Parked keepAlive, long ttlMillis) {
    gathering.add(keepAlive);
    long share = TimeUnit.MILLISECONDS.toNanos(ttlMillis) / SHARE_OF_TTL;
    long patience =
        keepAlive.answer().isUrgent()
            ? intervalNanos
            : Math.max(intervalNanos, Math.min(longestNanos, share));
    patienceNanos = Math.min(patienceNanos, patience);
  }

  /** The next round, if there is a reason for one and its time has come. The caller must run it. */
  @Nullable Round start(long term, long nowNanos) {
    if (running != null || gathering.isEmpty() || nowNanos - lastStartNanos < patienceNanos) {
      return null;
    }
    running = new Round(term, nowNanos, gathering);
    forgetGathered();
    lastStartNanos = nowNanos;
    return running;
  }

  private void forgetGathered() {
    gathering = new ArrayList<>();
    patienceNanos = longestNanos;
  }

  /** In how many milliseconds to call {@link #start} again, or -1 if that is seen to. */
  long setAlarm(long nowNanos) {
    long startNanos = lastStartNanos + patienceNanos;
    if (running != null || gathering.isEmpty() || (alarmSet && alarmNanos - startNanos <= 0)) {
      return -1;
    }
    alarmSet = true;
    alarmNanos = startNanos;
    // Rounded up: an alarm that rang too early would have to be set again.
    return TimeUnit.NANOSECONDS.toMillis(startNanos - nowNanos - 1) + 1;
  }

  /** One that was followed by a more urgent one may ring later, for nothing. */
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

  /** Gives up everything and returns the keep-alives that waited. */
  List<Parked> abandon() {
    List<Parked> abandoned = running == null ? new ArrayList<>() : running.keepAlives;
    abandoned.addAll(gathering);
    forgetGathered();
    running = null;
    return abandoned;
  }
}
