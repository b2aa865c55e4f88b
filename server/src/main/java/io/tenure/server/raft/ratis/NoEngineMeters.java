package io.tenure.server.raft.ratis;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.metrics.LongCounter;
import org.apache.ratis.metrics.MetricRegistries;
import org.apache.ratis.metrics.MetricRegistryInfo;
import org.apache.ratis.metrics.RatisMetricRegistry;
import org.apache.ratis.metrics.Timekeeper;
import org.apache.ratis.util.TimeDuration;
import org.apache.ratis.util.UncheckedAutoCloseable;

/**
 * In place of the engine's own meters, which nobody reads: a node has its own. A dozen timers for
 * every entry, each with a sample of a thousand values, cost more than the commands in it. The
 * engine finds this one as a service.
 */
public final class NoEngineMeters extends MetricRegistries {
  private static final Timekeeper NO_TIMER = () -> Untimed.INSTANCE;

  private enum Untimed implements Timekeeper.Context {
    INSTANCE;

    @Override
    public long stop() {
      return 0;
    }

    @Override
    public UncheckedAutoCloseable toAutoCloseable() {
      return Timekeeper.NOOP;
    }
  }

  private enum Uncounted implements LongCounter {
    INSTANCE;

    @Override
    public void inc(long n) {}

    @Override
    public void dec(long n) {}

    @Override
    public long getCount() {
      return 0;
    }
  }

  private record Registry(MetricRegistryInfo getMetricRegistryInfo) implements RatisMetricRegistry {
    @Override
    public Timekeeper timer(String name) {
      return NO_TIMER;
    }

    @Override
    public LongCounter counter(String name) {
      return Uncounted.INSTANCE;
    }

    @Override
    public boolean remove(String name) {
      return false;
    }

    @Override
    public <T> void gauge(String name, Supplier<Supplier<T>> gauge) {}
  }

  @Override
  public RatisMetricRegistry create(MetricRegistryInfo info) {
    return new Registry(info);
  }

  @Override
  public Optional<RatisMetricRegistry> get(MetricRegistryInfo info) {
    return Optional.empty();
  }

  @Override
  public boolean remove(MetricRegistryInfo info) {
    return true;
  }

  @Override
  public Set<MetricRegistryInfo> getMetricRegistryInfos() {
    return Set.of();
  }

  @Override
  public Collection<RatisMetricRegistry> getMetricRegistries() {
    return List.of();
  }

  @Override
  public void clear() {}

  @Override
  public void addReporterRegistration(
      Consumer<RatisMetricRegistry> start, Consumer<RatisMetricRegistry> stop) {}

  @Override
  public void enableJmxReporter() {}

  @Override
  public void enableConsoleReporter(TimeDuration rate) {}
}
