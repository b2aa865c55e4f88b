package io.tenure.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.core.LockState;
import io.tenure.core.model.Command.ExpireSession;
import io.tenure.core.model.Event;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.server.api.shard.Revocations;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.api.shard.WaitingTimes;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import io.tenure.server.apply.ShardListener;
import io.tenure.server.config.ShardRange;
import io.tenure.server.session.Alarm;
import io.tenure.server.session.ExpiryProposer;
import io.tenure.server.session.SessionClock;
import io.tenure.server.session.SessionSettings;
import io.tenure.server.shard.AbsentWaiters;
import io.tenure.server.shard.Shard;
import io.tenure.server.watch.WatchPlaces;
import io.tenure.server.watch.WatchSettings;
import io.tenure.server.watch.Watches;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Puts together the parts of one shard on this node: leadership and sessions go to the session
 * clock, events to the watches, waiting times and revocations.
 */
public final class ShardAssembly implements ShardListener, AutoCloseable {
  private final ShardRange range;
  private final SessionClock sessions;
  private final Watches watches;
  private final WaitingTimes waiting = new WaitingTimes(System::nanoTime);
  private final Revocations revocations = new Revocations();
  private final CompletableFuture<Shard> shard = new CompletableFuture<>();
  private final AbsentWaiters absentWaiters;

  /**
   * Not attached to its shard yet.
   *
   * @param fatal must end the node
   */
  public ShardAssembly(
      ShardRange range,
      WatchSettings watchSettings,
      WatchPlaces places,
      Alarm alarm,
      MeterRegistry meters,
      Consumer<Throwable> fatal) {
    this.range = range;
    this.sessions =
        new SessionClock(SessionSettings.defaults(), System::nanoTime, new Expiry(), alarm, meters);
    this.absentWaiters = new AbsentWaiters(shard, alarm);
    this.watches =
        Watches.start(range.name(), watchSettings, places, meters, System::nanoTime, fatal);
  }

  /** Must be called before the clock ticks or a client is served. */
  public void attach(Shard opened) {
    shard.complete(opened);
  }

  public ShardParts parts() {
    return new ShardParts(shard.join(), range.from(), sessions, watches, waiting, revocations);
  }

  public void tick() {
    sessions.tick();
  }

  @Override
  public void leads(long term, LockState state) {
    sessions.leads(term, state.sessions());
    absentWaiters.leads(term, state.revision());
  }

  @Override
  public void deposed() {
    sessions.deposed();
  }

  @Override
  public void opened(Session session) {
    sessions.opened(session);
  }

  @Override
  public void ended(SessionId session) {
    sessions.ended(session);
    revocations.ended(session);
  }

  @Override
  public void changed(List<Event> events) {
    waiting.applied(events);
    revocations.applied(events);
    watches.applied(events);
  }

  @Override
  public void restored(LockState state) {
    waiting.restored(state);
    watches.restored(state.revision());
  }

  @Override
  public void close() {
    watches.close();
  }

  /** Proposes expiries of the session clock to the shard. */
  private final class Expiry implements ExpiryProposer {
    @Override
    public CompletableFuture<Void> confirmLeadership(long term) {
      return shard.thenCompose(opened -> opened.confirmLeadership(term));
    }

    @Override
    public void expire(long term, SessionId session, Runnable notExpired) {
      shard.join().proposeInTerm(term, new ExpireSession(session), new Expired(notExpired));
    }
  }

  /** {@link #ended} is called for a session that was expired. */
  private record Expired(Runnable notExpired) implements Answer {
    @Override
    public void applied(Outcome outcome) {}

    @Override
    public void failed(Failure failure) {
      notExpired.run();
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }
  }
}
