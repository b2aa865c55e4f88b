package io.tenure.server.ops;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.server.shard.Shard;
import io.tenure.server.shard.Shards;
import java.util.function.ToDoubleFunction;

/** What the engine's state looks like from outside, asked when it is looked at. */
public final class EngineMetrics {
  private final Shards engine;
  private final MeterRegistry meters;

  private EngineMetrics(Shards engine, MeterRegistry meters) {
    this.engine = engine;
    this.meters = meters;
  }

  public static void register(Shards engine, MeterRegistry meters) {
    new EngineMetrics(engine, meters).register();
  }

  private void register() {
    for (Shard shard : engine.shards()) {
      gauge("tenure.leader", shard, each -> each.leadership().leads() ? 1 : 0);
      gauge("tenure.term", shard, each -> each.status().term());
      gauge("tenure.log.committed", shard, each -> each.status().committedIndex());
      gauge("tenure.log.applied", shard, each -> each.status().appliedIndex());
      gauge(
          "tenure.log.lag",
          shard,
          each -> each.status().committedIndex() - each.status().appliedIndex());
      gauge("tenure.proposals.queued", shard, Shard::queued);
      gauge("tenure.waiters.here", shard, Shard::awaited);
    }
  }

  private void gauge(String name, Shard shard, ToDoubleFunction<Shard> value) {
    Gauge.builder(name, shard, value).tag("shard", shard.name()).register(meters);
  }
}
