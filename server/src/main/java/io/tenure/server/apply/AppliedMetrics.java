package io.tenure.server.apply;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.tenure.core.Applied;
import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Footprint;
import io.tenure.core.model.Outcome;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Counts what a shard's applier does. Written by the applier alone. */
final class AppliedMetrics {
  private final MeterRegistry meters;
  private final Tags shard;
  private final Counter grants;
  private final Counter releases;
  private final Counter queued;
  private final Counter expiries;
  private final Timer captures;
  private final ConcurrentHashMap<Class<?>, Counter> refusals = new ConcurrentHashMap<>();

  private volatile int sessions;
  private volatile int holds;
  private volatile int waiting;
  private volatile int away;
  private volatile long revision;
  private volatile long heldBytes;
  private volatile long waitingBytes;
  private volatile long answerBytes;
  private volatile long limitBytes;

  AppliedMetrics(MeterRegistry meters, String name) {
    this.meters = meters;
    this.shard = Tags.of("shard", name);
    this.grants = meters.counter("tenure.grants", shard);
    this.releases = meters.counter("tenure.releases", shard);
    this.queued = meters.counter("tenure.queued", shard);
    this.expiries = meters.counter("tenure.expiries", shard);
    this.captures = meters.timer("tenure.snapshot.capture", shard);
    meters.gauge("tenure.sessions", shard, this, m -> m.sessions);
    meters.gauge("tenure.holds", shard, this, m -> m.holds);
    meters.gauge("tenure.waiters", shard, this, m -> m.waiting);
    meters.gauge("tenure.waiters.away", shard, this, m -> m.away);
    meters.gauge("tenure.revision", shard, this, m -> m.revision);
    meters.gauge("tenure.state.bytes", shard.and("of", "holds"), this, m -> m.heldBytes);
    meters.gauge("tenure.state.bytes", shard.and("of", "waiters"), this, m -> m.waitingBytes);
    meters.gauge("tenure.state.bytes", shard.and("of", "answers"), this, m -> m.answerBytes);
    meters.gauge(
        "tenure.state.bytes",
        shard.and("of", "sessions"),
        this,
        m -> m.sessions * Footprint.SESSION);
    meters.gauge("tenure.state.limit.bytes", shard, this, m -> m.limitBytes);
  }

  void observe(LockState state) {
    sessions = state.sessionCount();
    holds = state.holdCount();
    waiting = state.waitingCount();
    away = state.suspendedCount();
    revision = state.revision();
    heldBytes = state.heldBytes();
    waitingBytes = state.waitingBytes();
    answerBytes = state.answerBytes();
    limitBytes = state.limits().memory();
  }

  void count(Command command, Applied applied) {
    for (Event event : applied.events()) {
      if (event instanceof Event.Granted) {
        grants.increment();
      } else if (event instanceof Event.Released) {
        releases.increment();
      } else if (event instanceof Event.Queued) {
        queued.increment();
      }
    }
    Outcome outcome = applied.outcome();
    if (command instanceof Command.ExpireSession && outcome instanceof Outcome.SessionEnded) {
      expiries.increment();
    }
    if (isRefusal(outcome)) {
      refusals.computeIfAbsent(outcome.getClass(), this::refusalCounter).increment();
    }
  }

  private static boolean isRefusal(Outcome outcome) {
    return outcome instanceof Outcome.Busy
        || outcome instanceof Outcome.Deadlock
        || outcome instanceof Outcome.KindMismatch
        || outcome instanceof Outcome.LimitReached
        || outcome instanceof Outcome.NotHeld
        || outcome instanceof Outcome.NotConvertible
        || outcome instanceof Outcome.SessionUnknown
        || outcome instanceof Outcome.RequestReused
        || outcome instanceof Outcome.RequestForgotten;
  }

  private Counter refusalCounter(Class<?> outcome) {
    return meters.counter("tenure.refusals", shard.and("reason", outcome.getSimpleName()));
  }

  /** How long capturing the state has delayed the apply thread. */
  void captured(long time, TimeUnit unit) {
    captures.record(time, unit);
  }
}
