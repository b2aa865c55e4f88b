package io.tenure.server.session;

import static io.tenure.server.session.KeepAliveFailures.LEADERSHIP_LOST;
import static io.tenure.server.session.KeepAliveFailures.NOT_CONFIRMED_IN_TIME;
import static io.tenure.server.session.KeepAliveFailures.NOT_LEADER;
import static io.tenure.server.session.KeepAliveFailures.OVERLOADED;

import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.server.apply.Failure;
import io.tenure.server.session.ConfirmationRounds.Parked;
import io.tenure.server.session.ConfirmationRounds.Round;
import io.tenure.server.thread.NodeThreads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which sessions of one shard are alive: takes keep-alives, watches deadlines, proposes
 * expiry. It works while this node leads the shard, and knows nothing otherwise.
 *
 * <p><b>Why a keep-alive need not be a log entry.</b> A deadline lives in the leader's memory
 * alone. That is enough, because a new leader gives every session its full TTL from the moment it
 * leads: if the old leader still led at some moment after a keep-alive arrived, then the new one
 * began after that arrival, and its term for the session ends later than the one that was
 * acknowledged. So what an acknowledgement needs is not a majority's disk but the certainty that
 * this node still led after the keep-alive came in. One confirmation gives that certainty to every
 * keep-alive that arrived before it <em>started</em>, so they gather and share it; one that arrives
 * while a confirmation is under way waits for the next. The same holds for the answer that a
 * session is gone: a deposed leader may have missed its opening.
 *
 * <p><b>Why an expiry blocks keep-alives.</b> Between the proposal of an expiry and its application
 * the session is neither alive nor gone: the proposal cannot be taken back. A keep-alive that comes
 * in then is not acknowledged but waits for what the log says. If the session ended, the keep-alive
 * is answered with that; the applied entry is proof. If the expiry did not take effect, the session
 * goes on as if that keep-alive had come in a moment before: its deadline was moved when it
 * arrived, which is always allowed, and it joins the next confirmation. If no keep-alive came, the
 * deadline is still over and the next tick proposes again; a fresh TTL would only keep locks whose
 * client is gone.
 *
 * <p><b>Time and deadlines</b> are in the {@link SessionTable}; a keep-alive costs one map look-up
 * and two writes.
 *
 * <p>Invariants, cited by the tests:
 *
 * <ol>
 *   <li>An expiry is proposed no earlier than one TTL, on the monotonic clock, after the latest of:
 *       the arrival of the last keep-alive, the last opening, the moment this node began to lead.
 *   <li>A keep-alive is acknowledged, and a session that is not in the table called unknown, only
 *       after a confirmation that started after the keep-alive arrived, in the term it arrived in.
 *   <li>Nothing is acknowledged while the session's expiry is in flight.
 *   <li>Every keep-alive is answered exactly once, and its outbox flushed after that. A clock that
 *       does not lead has none waiting.
 *   <li>An expiry is proposed for the term in which its deadline was missed.
 *   <li>At most {@code expiriesPerTick} expiries are proposed per tick, and at most {@code
 *       maxParked} keep-alives wait.
 *   <li>No answer, outbox, alarm or log is called with the lock held.
 * </ol>
 *
 * <p><b>Threads.</b> Any thread may call anything; one lock guards all state, and is held for a few
 * writes, for one tick's visits, or, once per term, for filling the table. What follows from a
 * decision is collected in {@link DeferredActions} and done when the lock is free.
 */
public final class SessionClock {
  private static final Logger LOG = LoggerFactory.getLogger(SessionClock.class);

  private final SessionSettings settings;
  private final LongSupplier nanoTime;
  private final ExpiryProposer proposer;
  private final Alarm alarm;
  private final KeepAliveMeters meters;

  /** Guards everything below. */
  private final Object lock = new Object();

  private final SessionTable sessions;
  private final ConfirmationRounds rounds;

  /** Keep-alives of sessions whose expiry is in flight. */
  private final Map<SessionId, List<Parked>> undecided = new HashMap<>();

  private boolean leads;
  private long term;

  /** How many keep-alives wait, in {@link #rounds} and {@link #undecided}. */
  private int parked;

  public SessionClock(
      SessionSettings settings,
      LongSupplier nanoTime,
      ExpiryProposer proposer,
      Alarm alarm,
      MeterRegistry registry) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.proposer = proposer;
    this.alarm = alarm;
    this.meters = new KeepAliveMeters(registry);
    long nanos = nanoTime.getAsLong();
    this.sessions = new SessionTable(settings, nanos);
    this.rounds = new ConfirmationRounds(settings, nanos);
  }

  /**
   * This node leads, and these are the sessions that everything from before its term left alive.
   * Calls of this and of {@link #deposed} must come in the order in which these things happened.
   */
  public void leads(long newTerm, Collection<Session> alive) {
    Map<SessionId, LiveSession> table = SessionTable.of(alive);
    DeferredActions afterwards = new DeferredActions(meters);
    synchronized (lock) {
      forget(afterwards);
      leads = true;
      term = newTerm;
      sessions.fill(table, nanoTime.getAsLong());
    }
    carryOut(afterwards);
  }

  /**
   * This node no longer leads. May come twice. Waiting keep-alives fail on another thread: there
   * may be many, and the caller may hold a lock of the engine.
   */
  public void deposed() {
    DeferredActions afterwards = new DeferredActions(meters);
    synchronized (lock) {
      forget(afterwards);
    }
    alarm.after(0, afterwards::reply);
  }

  private void forget(DeferredActions afterwards) {
    leads = false;
    sessions.clear();
    fail(rounds.abandon(), LEADERSHIP_LOST, afterwards);
    undecided.values().forEach(waiting -> fail(waiting, LEADERSHIP_LOST, afterwards));
    undecided.clear();
  }

  /**
   * The log has opened a session, or has opened it again; either way it has its full TTL from now.
   *
   * <p>An expiry that is in flight cannot be called back by that. So a caller that tells a client
   * that its session is open must look at {@link #remainingMillis} after this call; if that is 0 or
   * empty, only a {@link #keepAlive} can tell.
   */
  public void opened(Session opened) {
    synchronized (lock) {
      if (leads) {
        sessions.open(opened, nanoTime.getAsLong());
      }
    }
  }

  /** The log has closed or expired a session. */
  public void ended(SessionId id) {
    DeferredActions afterwards = new DeferredActions(meters);
    synchronized (lock) {
      if (sessions.remove(id) == null) {
        return;
      }
      for (Parked keepAlive : removeUndecided(id)) {
        parked--;
        afterwards.unknown(keepAlive.answer());
      }
    }
    carryOut(afterwards);
  }

  /** Extends the session's term; the answer follows when that is certain. Never blocks. */
  public void keepAlive(SessionId id, KeepAliveAnswer answer) {
    DeferredActions afterwards = new DeferredActions(meters);
    synchronized (lock) {
      if (leads) {
        arrived(new Parked(id, answer), afterwards);
      } else {
        afterwards.failed(answer, NOT_LEADER);
      }
    }
    carryOut(afterwards);
  }

  private void arrived(Parked keepAlive, DeferredActions afterwards) {
    long nanos = nanoTime.getAsLong();
    LiveSession session = sessions.get(keepAlive.session());
    if (session != null) {
      // Also if it cannot be acknowledged below: its client is alive.
      sessions.extend(session, nanos);
    }
    if (parked == settings.maxParked()) {
      afterwards.failed(keepAlive.answer(), OVERLOADED);
      return;
    }
    parked++;
    if (session != null && session.expiring) {
      await(keepAlive);
    } else {
      rounds.gather(keepAlive, session == null ? 0 : session.ttlMillis);
      proceed(nanos, afterwards);
    }
  }

  /** To be called every {@code tickMillis}, by one thread. */
  public void tick() {
    DeferredActions afterwards = new DeferredActions(meters);
    List<LiveSession> overdue = new ArrayList<>();
    long skippedNanos;
    long expiryTerm;
    synchronized (lock) {
      long nanos = nanoTime.getAsLong();
      skippedNanos = sessions.tick(nanos);
      if (!leads) {
        return;
      }
      expiryTerm = term;
      sessions.takeOverdue(nanos, overdue);
      Round late = rounds.endOverdue(nanos);
      if (late != null) {
        fail(late.keepAlives, NOT_CONFIRMED_IN_TIME, afterwards);
      }
      proceed(nanos, afterwards);
    }
    if (skippedNanos > 0) {
      warnOfPause(skippedNanos);
    }
    for (LiveSession session : overdue) {
      meters.expiries.increment();
      proposer.expire(expiryTerm, session.id, () -> notExpired(session));
    }
    carryOut(afterwards);
  }

  private void warnOfPause(long skippedNanos) {
    long skippedMillis = TimeUnit.NANOSECONDS.toMillis(skippedNanos);
    LOG.warn(
        "this process was paused: session deadlines were last checked {} ms ago (expected: about {}"
            + " ms); every session expires {} ms later",
        skippedMillis + settings.pauseMillis(),
        settings.tickMillis(),
        skippedMillis);
  }

  private void notExpired(LiveSession session) {
    DeferredActions afterwards = new DeferredActions(meters);
    synchronized (lock) {
      // In another term, or after it was closed, this is about nobody.
      if (sessions.get(session.id) != session || !session.expiring) {
        return;
      }
      sessions.watchAgain(session);
      for (Parked keepAlive : removeUndecided(session.id)) {
        rounds.gather(keepAlive, session.ttlMillis);
      }
      proceed(nanoTime.getAsLong(), afterwards);
    }
    carryOut(afterwards);
  }

  private void confirm(Round round) {
    CompletableFuture<Void> confirmation;
    try {
      confirmation = proposer.confirmLeadership(round.term);
    } catch (RuntimeException | Error bug) {
      confirmation = CompletableFuture.failedFuture(bug);
    }
    var unused =
        confirmation.whenComplete(
            (nothing, error) -> {
              try {
                confirmed(round, error);
              } catch (RuntimeException | Error bug) {
                NodeThreads.report(bug, "settling keep-alives"); // The future would keep it.
              }
            });
  }

  private void confirmed(Round round, @Nullable Throwable error) {
    if (error != null && !KeepAliveFailures.isExpected(error)) {
      NodeThreads.report(KeepAliveFailures.cause(error), "confirming leadership");
    }
    DeferredActions afterwards = new DeferredActions(meters);
    synchronized (lock) {
      long nanos = nanoTime.getAsLong();
      meters.confirm.record(nanos - round.startedNanos, TimeUnit.NANOSECONDS);
      if (!rounds.end(round)) {
        return;
      }
      if (error == null) {
        round.keepAlives.forEach(keepAlive -> settle(keepAlive, afterwards));
      } else {
        fail(round.keepAlives, KeepAliveFailures.of(error), afterwards);
      }
      proceed(nanos, afterwards);
    }
    carryOut(afterwards);
  }

  /** By what is in the table now: it may have changed since the keep-alive arrived. */
  private void settle(Parked keepAlive, DeferredActions afterwards) {
    LiveSession session = sessions.get(keepAlive.session());
    if (session != null && session.expiring) {
      await(keepAlive);
    } else {
      parked--;
      if (session == null) {
        afterwards.unknown(keepAlive.answer());
      } else {
        afterwards.kept(keepAlive.answer(), session.ttlMillis);
      }
    }
  }

  /** How long until the session may expire, 0 if it may have; empty for one not known here. */
  public OptionalLong remainingMillis(SessionId id) {
    synchronized (lock) {
      return sessions.remainingMillis(id, nanoTime.getAsLong());
    }
  }

  /** How many sessions are watched; 0 while another node leads. */
  public int size() {
    synchronized (lock) {
      return sessions.size();
    }
  }

  private void await(Parked keepAlive) {
    undecided.computeIfAbsent(keepAlive.session(), id -> new ArrayList<>(1)).add(keepAlive);
  }

  private List<Parked> removeUndecided(SessionId id) {
    List<Parked> waiting = undecided.remove(id);
    return waiting == null ? List.of() : waiting;
  }

  private void fail(List<Parked> keepAlives, Failure failure, DeferredActions afterwards) {
    parked -= keepAlives.size();
    keepAlives.forEach(keepAlive -> afterwards.failed(keepAlive.answer(), failure));
  }

  /** Starts the next round if it is time, or sets the alarm for it. */
  private void proceed(long nanos, DeferredActions afterwards) {
    afterwards.round = rounds.start(term, nanos);
    afterwards.alarmMillis = rounds.setAlarm(nanos);
  }

  private void alarmRang() {
    DeferredActions afterwards = new DeferredActions(meters);
    synchronized (lock) {
      rounds.alarmRang();
      proceed(nanoTime.getAsLong(), afterwards);
    }
    carryOut(afterwards);
  }

  private void carryOut(DeferredActions afterwards) {
    afterwards.reply();
    Round round = afterwards.round;
    if (round != null) {
      confirm(round);
    }
    if (afterwards.alarmMillis >= 0) {
      alarm.after(afterwards.alarmMillis, this::alarmRang);
    }
  }
}
