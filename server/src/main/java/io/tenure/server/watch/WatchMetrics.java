package io.tenure.server.watch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tenure.server.watch.WatchEnd.Reason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Metrics of a shard's watches. */
final class WatchMetrics {
  private final MeterRegistry registry;
  private final String shard;
  private final Counter events;
  private final Timer delay;
  private final Map<Reason, Counter> ends = new EnumMap<>(Reason.class);

  WatchMetrics(MeterRegistry registry, String shard) {
    this.registry = registry;
    this.shard = shard;
    this.events =
        Counter.builder("tenure.watch.events")
            .description("Events delivered, for each subscriber they went to")
            .tag("shard", shard)
            .register(registry);
    this.delay =
        Timer.builder("tenure.watch.delay")
            .description("From applying a batch's first event to having it handed to all")
            .tag("shard", shard)
            .serviceLevelObjectives(
                Duration.ofMillis(1),
                Duration.ofMillis(10),
                Duration.ofMillis(100),
                Duration.ofSeconds(1))
            .register(registry);
    for (Reason reason : Reason.values()) {
      ends.put(
          reason,
          Counter.builder("tenure.watch.cutoffs")
              .description("Subscriptions that ended without their subscriber's doing")
              .tag("shard", shard)
              .tag("reason", reason.name())
              .register(registry));
    }
  }

  /** Returns the gauge, to be removed with what it looks at. */
  Gauge subscribers(Supplier<Number> count) {
    return Gauge.builder("tenure.watch.subscribers", count)
        .description("Subscriptions")
        .tag("shard", shard)
        .register(registry);
  }

  void delivered(int count) {
    events.increment(count);
  }

  void delayed(long nanos) {
    delay.record(nanos, TimeUnit.NANOSECONDS);
  }

  void ended(Reason reason) {
    Objects.requireNonNull(ends.get(reason)).increment();
  }
}
