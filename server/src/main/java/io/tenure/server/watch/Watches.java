package io.tenure.server.watch;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.core.model.Event;
import io.tenure.server.watch.WatchEnd.Reason;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The subscriptions to a shard's events on this node, and the thread that serves them. */
public final class Watches implements AutoCloseable {
  private final Delivery delivery;
  private final LongSupplier nanoTime;
  private final MeterRegistry registry;
  private final Gauge subscribers;
  private final Thread thread;
  private volatile boolean closing;

  private Watches(
      String shard,
      WatchSettings settings,
      WatchPlaces places,
      MeterRegistry registry,
      LongSupplier nanoTime,
      Consumer<Throwable> fatal) {
    WatchMetrics metrics = new WatchMetrics(registry, shard);
    this.delivery = new Delivery(settings, places, metrics, nanoTime);
    this.nanoTime = nanoTime;
    this.registry = registry;
    this.subscribers = metrics.subscribers(delivery::subscribers);
    this.thread = new Thread(this::run, "tenure-watch-" + shard);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((ended, failure) -> fatal.accept(failure));
  }

  /**
   * Starts the thread.
   *
   * @param places shared by the node's shards
   * @param fatal receives what ends the thread, on which every subscription depends; must end the
   *     node
   */
  public static Watches start(
      String shard,
      WatchSettings settings,
      WatchPlaces places,
      MeterRegistry registry,
      LongSupplier nanoTime,
      Consumer<Throwable> fatal) {
    Watches watches = new Watches(shard, settings, places, registry, nanoTime, fatal);
    watches.thread.start();
    return watches;
  }

  /** Something has happened. On the applier's thread; returns at once. */
  public void applied(List<Event> events) {
    if (events.isEmpty()) {
      return;
    }
    delivery.history().append(events, nanoTime.getAsLong());
    ring();
  }

  /**
   * The state was replaced by that of a snapshot of this revision; what happened up to there is not
   * known here. On the applier's thread; returns at once.
   */
  public void restored(long revision) {
    delivery.history().reset(revision);
    ring();
  }

  private void ring() {
    if (delivery.subscribers() > 0) {
      delivery.wakeQueue().ring();
    }
  }

  /**
   * Subscribes, from any thread. The subscriber is told {@link Subscriber#started} and then what
   * concerns the filter, from a revision on that may be still to come: this node may lag behind
   * where the subscriber was before. If that revision is not in the history any more, or there are
   * too many subscriptions, it is told {@link Subscriber#ended} instead.
   *
   * @param fromRevision the first revision wanted; 0 for what happens from now on
   */
  public Watch subscribe(WatchFilter filter, long fromRevision, Subscriber subscriber) {
    return delivery.subscribe(filter, fromRevision, subscriber);
  }

  public int subscribers() {
    return delivery.subscribers();
  }

  private void run() {
    Reason reason = Reason.INTERNAL;
    try {
      while (!closing) {
        long nanos = delivery.round();
        if (nanos > 0) {
          delivery.wakeQueue().await(nanos, () -> closing || delivery.hasWork());
        }
      }
      reason = Reason.SHUTTING_DOWN;
    } finally {
      // Whatever has happened, nobody is left waiting for events that will not come.
      delivery.close(reason);
    }
  }

  /** Ends all subscriptions and waits until they have been told. */
  @Override
  public void close() {
    closing = true;
    delivery.wakeQueue().ring();
    try {
      if (Thread.currentThread() != thread) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      registry.remove(subscribers);
    }
  }
}
