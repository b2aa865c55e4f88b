package io.tenure.server.watch;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.core.model.Event;
import io.tenure.core.model.Key;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A delivery that the test drives, on a clock that the test sets. */
final class DrivenDelivery {
  /** Small enough to run into every bound soon. */
  static final WatchSettings SMALL =
      new WatchSettings(100, 1 << 20, 10, 1 << 20, 50, 10_000, 5_000, 1_000);

  final MeterRegistry registry = new SimpleMeterRegistry();
  final Delivery delivery;

  /** Close to the overflow, where nanoTime() may be as well as anywhere. */
  private long nanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(7);

  DrivenDelivery(WatchSettings settings) {
    this.delivery =
        new Delivery(
            settings,
            new WatchPlaces(settings.subscriptions()),
            new WatchMetrics(registry, "s"),
            () -> nanos);
  }

  void apply(List<Event> events) {
    delivery.history().append(events, nanos);
  }

  void restore(long revision) {
    delivery.history().reset(revision);
  }

  void pass(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Rounds until there is nothing left to do at this time. */
  void settle() {
    for (int rounds = 0; delivery.round() <= 0; rounds++) {
      if (rounds > 100_000) {
        throw new AssertionError("the delivery does not come to rest");
      }
    }
  }

  Watch watch(String path, long fromRevision, Subscriber subscriber) {
    return delivery.subscribe(new WatchFilter(Key.of(path), false), fromRevision, subscriber);
  }

  double cutOffs(WatchEnd.Reason reason) {
    return registry.get("tenure.watch.cutoffs").tag("reason", reason.name()).counter().count();
  }
}
