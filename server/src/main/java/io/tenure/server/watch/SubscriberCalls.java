package io.tenure.server.watch;

import io.tenure.server.watch.WatchEnd.Reason;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only way to a subscriber: calls nothing once it is over, counts, and keeps what it throws
 * from the others.
 */
final class SubscriberCalls {
  private static final Logger LOG = LoggerFactory.getLogger(SubscriberCalls.class);

  private final WatchPlaces places;
  private final WatchMetrics metrics;
  private final WakeQueue wakeQueue;
  private final AtomicInteger subscribers = new AtomicInteger();

  SubscriberCalls(WatchPlaces places, WatchMetrics metrics, WakeQueue wakeQueue) {
    this.places = places;
    this.metrics = metrics;
    this.wakeQueue = wakeQueue;
  }

  int subscribers() {
    return subscribers.get();
  }

  boolean takePlace() {
    boolean taken = places.take();
    if (taken) {
      subscribers.incrementAndGet();
    }
    return taken;
  }

  /** Whether it was not over before. */
  private boolean leave(Watch watch) {
    boolean first = watch.over.compareAndSet(false, true);
    if (first) {
      subscribers.decrementAndGet();
      places.giveBack();
    }
    return first;
  }

  void wake(Watch watch) {
    wakeQueue.add(watch);
  }

  void cancel(Watch watch) {
    if (leave(watch)) {
      wakeQueue.add(watch);
    }
  }

  /** Whether it takes more; if not, it is asleep until it is woken. */
  boolean ready(Watch watch) {
    try {
      if (watch.subscriber.ready()) {
        watch.asleep = false;
        return true;
      }
      // Asked again, because a wake() between the two would have found it awake.
      watch.asleep = true;
      boolean ready = watch.subscriber.ready();
      watch.asleep = !ready;
      return ready;
    } catch (RuntimeException e) {
      failed(watch, e);
      return false;
    }
  }

  void started(Watch watch, long nanos) {
    long after = watch.cursor;
    tell(watch, nanos, subscriber -> subscriber.started(after));
  }

  void events(Watch watch, EventBatch batch, long nanos) {
    tell(watch, nanos, subscriber -> subscriber.events(batch));
    metrics.delivered(batch.events().size());
  }

  void progress(Watch watch, long revision, long nanos) {
    tell(watch, nanos, subscriber -> subscriber.progress(revision));
  }

  private void tell(Watch watch, long nanos, Consumer<Subscriber> notice) {
    if (watch.isOver()) {
      return;
    }
    watch.toldNanos = nanos;
    try {
      notice.accept(watch.subscriber);
    } catch (RuntimeException e) {
      failed(watch, e);
    }
  }

  private void failed(Watch watch, RuntimeException failure) {
    LOG.error("internal error in a watch of {}; ending the watch", watch.filter, failure);
    end(watch, Reason.INTERNAL, watch.cursor);
    // It may be in a group that is being walked through; it is taken out when this is heard.
    wakeQueue.add(watch);
  }

  /** Any thread. */
  void end(Watch watch, Reason reason, long revision) {
    if (leave(watch)) {
      tellEnd(watch.subscriber, reason, revision);
    }
  }

  /** Any thread. For one that never had a place. */
  void refuse(Watch watch, Reason reason, long revision) {
    if (watch.over.compareAndSet(false, true)) {
      tellEnd(watch.subscriber, reason, revision);
    }
  }

  private void tellEnd(Subscriber subscriber, Reason reason, long revision) {
    metrics.ended(reason);
    try {
      subscriber.ended(new WatchEnd(reason, revision));
    } catch (RuntimeException e) {
      LOG.error("internal error while ending a watch", e);
    }
  }
}
