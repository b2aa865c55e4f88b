package io.tenure.server.watch;

import io.tenure.core.model.Limits;
import io.tenure.server.watch.Watch.Place;
import io.tenure.server.watch.WatchEnd.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings the events of a shard's history to its subscribers, in rounds.
 *
 * <p>Most subscriptions are up to date (<i>live</i>): they have been given everything up to the
 * <i>head</i>. A round takes what has come since, leads every event to the groups it concerns,
 * gives each group's batch to all its members, and moves the head. Everybody else has only a
 * cursor: one that starts in the past, or that was not ready when there was something for it, is
 * <i>behind</i> or <i>stalled</i> and is served from the history up to the head, a bounded piece
 * per round; one that starts in the future is <i>ahead</i> until the head gets there. So whoever is
 * slow costs the others nothing but its share of the round, and the more comes in during a round,
 * the more the next one carries.
 *
 * <p>What holds:
 *
 * <ol>
 *   <li>A subscriber is given the events that concern its filter, after where it started, in order
 *       of revision, each once and none left out, until it is told that it has ended.
 *   <li>A live subscription has been given everything up to the head, any other everything up to
 *       its cursor. It becomes live only when the two are the same.
 *   <li>Whatever is no longer in the history ends those that have not been given it.
 *   <li>The work of a round is bounded, but for the number of subscribers that an event concerns.
 * </ol>
 *
 * <p>{@link #subscribe} may be called on any thread, the rest on the delivery thread only.
 */
final class Delivery {
  /** How many batches a round looks through for those that are behind. */
  private static final int CATCH_UP_BATCHES = 16;

  /** How many notices of progress a round gives. */
  private static final int PROGRESS_NOTICES = 500;

  /** For these notices the thread is not woken more often: waking costs more than telling. */
  private static final long PROGRESS_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** How often those that are not ready are looked at. */
  private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final WatchSettings settings;
  private final EventHistory history;
  private final WakeQueue wakeQueue = new WakeQueue();
  private final SubscriberCalls calls;
  private final WatchMetrics metrics;
  private final LongSupplier nanoTime;

  private final LiveIndex live = new LiveIndex();
  private final TreeSet<Watch> ahead =
      new TreeSet<>(
          Comparator.<Watch>comparingLong(watch -> watch.cursor)
              .thenComparingLong(watch -> watch.number));

  /** Those that are over are left in here until it is their turn. */
  private final Deque<Watch> behind = new ArrayDeque<>();

  private final Set<Watch> stalled = new LinkedHashSet<>();
  private final ProgressSchedule progress;
  private final CatchUpReader catchUpReader;

  private long head;
  private long sweptNanos;

  /** Set when nothing is delivered any more. */
  private volatile @Nullable Reason closed;

  Delivery(
      WatchSettings settings, WatchPlaces places, WatchMetrics metrics, LongSupplier nanoTime) {
    this.settings = settings;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.history =
        new EventHistory(
            settings.historyEvents(), settings.historyBytes(), 2 * settings.batchEvents());
    this.calls = new SubscriberCalls(places, metrics, wakeQueue);
    this.progress = new ProgressSchedule(settings.progressMillis(), nanoTime.getAsLong());
    this.catchUpReader = new CatchUpReader(history, settings);
    this.sweptNanos = nanoTime.getAsLong();
  }

  EventHistory history() {
    return history;
  }

  WakeQueue wakeQueue() {
    return wakeQueue;
  }

  int subscribers() {
    return calls.subscribers();
  }

  Watch subscribe(WatchFilter filter, long fromRevision, Subscriber subscriber) {
    if (fromRevision < 0 || fromRevision > Limits.MAX_REVISION) {
      throw new IllegalArgumentException(
          "from revision: " + fromRevision + " (expected: 0 to " + Limits.MAX_REVISION + ")");
    }
    // Counted first: the applier does not ring as long as there is nobody to hear it.
    boolean hasPlace = calls.takePlace();
    long after = fromRevision == 0 ? history.lastRevision() : fromRevision - 1;
    Watch.Start start = new Watch.Start(after, history.nextPosition());
    Watch watch = new Watch(calls, filter, subscriber, start);
    if (!hasPlace) {
      calls.refuse(watch, Reason.LIMIT_REACHED, after);
      return watch;
    }
    wakeQueue.add(watch);
    Reason reason = closed;
    if (reason != null) {
      calls.end(watch, reason, after);
    }
    return watch;
  }

  /** Whether another round is worth it though nobody has waited yet. */
  boolean hasWork() {
    return !wakeQueue.isEmpty() || history.lastRevision() > head;
  }

  /**
   * Does a bounded amount of what there is to do.
   *
   * @return how long the next round can wait if nobody rings; 0 or less if there is more to do
   */
  long round() {
    long now = nanoTime.getAsLong();
    attend(now);
    advance(now);
    catchUp(now);
    sweepStalled(now);
    tellProgress(now);
    if (!behind.isEmpty() || hasWork()) {
      return 0;
    }
    long untilSweep = stalled.isEmpty() ? Long.MAX_VALUE : sweptNanos + SWEEP_NANOS - now;
    long untilProgress = progress.nanosUntilNext(now);
    if (untilProgress > 0) {
      untilProgress = Math.max(untilProgress, PROGRESS_TICK_NANOS);
    }
    return Math.min(untilSweep, untilProgress);
  }

  /** Looks at those that are new, over, or awake again. */
  private void attend(long now) {
    for (Watch watch = wakeQueue.poll(); watch != null; watch = wakeQueue.poll()) {
      if (watch.isOver()) {
        detach(watch);
      } else if (watch.place == Place.NEW) {
        admit(watch, now);
      } else if (watch.place == Place.STALLED && calls.ready(watch)) {
        resume(watch);
      }
    }
  }

  private void admit(Watch watch, long now) {
    long compactedThrough = history.compactedThrough();
    if (watch.cursor < compactedThrough) {
      watch.place = Place.GONE;
      calls.end(watch, Reason.COMPACTED, compactedThrough);
      return;
    }
    progress.add(watch, now);
    calls.started(watch, now);
    settle(watch);
  }

  /** Puts it where its cursor belongs. */
  private void settle(Watch watch) {
    if (watch.cursor == head) {
      watch.place = Place.LIVE;
      live.add(watch);
    } else if (watch.cursor > head) {
      watch.place = Place.AHEAD;
      ahead.add(watch);
    } else {
      watch.place = Place.BEHIND;
      behind.addLast(watch);
    }
  }

  /** Gives the live ones what has come since the last round, and moves the head. */
  private void advance(long now) {
    if (live.isEmpty()) {
      head = history.lastRevision();
    } else {
      Optional<EventHistory.Span> span =
          history.after(head, Limits.MAX_REVISION, settings.batchEvents(), settings.batchBytes());
      if (span.isPresent()) {
        deliver(span.get(), now);
        head = span.get().through();
      } else {
        live.removeAll().forEach(this::endCompacted);
        head = history.lastRevision();
      }
    }
    while (!ahead.isEmpty() && ahead.first().cursor <= head) {
      settle(ahead.pollFirst());
    }
  }

  private void deliver(EventHistory.Span span, long now) {
    List<WatchGroup> groups = new ArrayList<>();
    for (EventHistory.Entry entry : span.entries()) {
      live.offer(entry, groups);
    }
    for (WatchGroup group : groups) {
      EventBatch batch = group.take();
      List<Watch> unready = new ArrayList<>();
      for (Watch watch : group.members) {
        watch.cursor = head;
        if (calls.ready(watch)) {
          calls.events(watch, batch, now);
        } else {
          unready.add(watch);
        }
      }
      for (Watch watch : unready) {
        live.remove(watch);
        setAside(watch, now);
      }
      metrics.delayed(nanoTime.getAsLong() - group.firstAppliedNanos());
    }
  }

  /** A piece of the history for each that is behind, in turn, as far as the round allows. */
  private void catchUp(long now) {
    long mostLooked = (long) CATCH_UP_BATCHES * settings.batchEvents();
    for (int turns = behind.size(); turns > 0 && catchUpReader.looked() < mostLooked; turns--) {
      Watch watch = behind.removeFirst();
      if (!watch.isOver()) {
        catchUp(watch, now);
      }
    }
    catchUpReader.clear();
  }

  private void catchUp(Watch watch, long now) {
    CatchUpReader.Scan scan = catchUpReader.scan(watch, head);
    if (scan.compacted()) {
      endCompacted(watch);
      return;
    }
    EventBatch batch = scan.batch();
    if (batch != null) {
      if (!calls.ready(watch)) {
        setAside(watch, now);
        return;
      }
      calls.events(watch, batch, now);
    }
    watch.cursor = scan.through();
    settle(watch);
  }

  /** There are events for it after its cursor, and it does not take them. */
  private void setAside(Watch watch, long now) {
    watch.place = Place.STALLED;
    watch.stalledNanos = now;
    watch.stalledPosition = Math.max(watch.subscribedPosition, history.positionAfter(watch.cursor));
    stalled.add(watch);
  }

  private void resume(Watch watch) {
    stalled.remove(watch);
    settle(watch);
  }

  /** Ends those that have been stalled for too long or for too many events. */
  private void sweepStalled(long now) {
    if (now - sweptNanos < SWEEP_NANOS) {
      return;
    }
    sweptNanos = now;
    long compactedThrough = history.compactedThrough();
    long position = history.nextPosition();
    long stallNanos = TimeUnit.MILLISECONDS.toNanos(settings.stallMillis());
    for (Watch watch : List.copyOf(stalled)) {
      if (watch.cursor < compactedThrough) {
        endCompacted(watch);
      } else if (calls.ready(watch)) {
        resume(watch);
      } else if (now - watch.stalledNanos > stallNanos
          || position - watch.stalledPosition > settings.backlogEvents()) {
        calls.end(watch, Reason.SLOW_SUBSCRIBER, watch.cursor);
        detach(watch);
      }
    }
  }

  private void tellProgress(long now) {
    for (int notices = 0; notices < PROGRESS_NOTICES; notices++) {
      Watch watch = progress.poll(now);
      if (watch == null) {
        return;
      }
      // Whoever is behind is about to be told more than this.
      boolean idle = watch.place == Place.LIVE || watch.place == Place.AHEAD;
      if (idle && calls.ready(watch)) {
        long revision = watch.place == Place.LIVE ? head : watch.cursor;
        calls.progress(watch, revision, now);
      }
    }
  }

  private void endCompacted(Watch watch) {
    calls.end(watch, Reason.COMPACTED, history.compactedThrough());
    detach(watch);
  }

  private void detach(Watch watch) {
    switch (watch.place) {
      case LIVE -> live.remove(watch);
      case AHEAD -> ahead.remove(watch);
      case STALLED -> stalled.remove(watch);
      case NEW, BEHIND, GONE -> {}
    }
    progress.remove(watch);
    watch.place = Place.GONE;
  }

  /** Ends all subscriptions; later ones end at once. */
  void close(Reason reason) {
    closed = reason;
    for (Watch watch = wakeQueue.poll(); watch != null; watch = wakeQueue.poll()) {
      calls.end(watch, reason, watch.cursor);
    }
    for (Watch watch : progress.removeAll()) {
      calls.end(watch, reason, watch.place == Place.LIVE ? head : watch.cursor);
    }
  }
}
