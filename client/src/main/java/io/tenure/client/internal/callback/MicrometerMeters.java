package io.tenure.client.internal.callback;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Timer;
import io.tenure.client.Loss;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Records metrics in Micrometer's global registry. Loaded only if Micrometer is present. */
final class MicrometerMeters implements ClientMeters {
  private final Counter asked;
  private final Timer granted;
  private final Counter notGranted;
  private final Counter released;
  private final Timer keepAlive;
  private final Counter sessionsOpened;
  private final Map<Loss, Counter> holdsLost = new EnumMap<>(Loss.class);
  private final Map<Loss, Counter> sessionsOver = new EnumMap<>(Loss.class);

  MicrometerMeters() {
    MeterRegistry registry = Metrics.globalRegistry;
    asked = registry.counter("tenure.client.asked");
    granted = registry.timer("tenure.client.granted");
    notGranted = registry.counter("tenure.client.not.granted");
    released = registry.counter("tenure.client.released");
    keepAlive = registry.timer("tenure.client.keep.alive");
    sessionsOpened = registry.counter("tenure.client.sessions.opened");
    for (Loss loss : Loss.values()) {
      String reason = loss.name().toLowerCase(Locale.ROOT);
      holdsLost.put(loss, registry.counter("tenure.client.lost", "reason", reason));
      sessionsOver.put(loss, registry.counter("tenure.client.sessions.over", "reason", reason));
    }
  }

  @Override
  public void asked() {
    asked.increment();
  }

  @Override
  public void granted(long nanos) {
    granted.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void notGranted() {
    notGranted.increment();
  }

  @Override
  public void released() {
    released.increment();
  }

  @Override
  public void holdLost(Loss loss) {
    count(holdsLost, loss);
  }

  @Override
  public void sessionOpened() {
    sessionsOpened.increment();
  }

  @Override
  public void sessionOver(Loss loss) {
    count(sessionsOver, loss);
  }

  private static void count(Map<Loss, Counter> counters, Loss loss) {
    Counter counter = counters.get(loss);
    if (counter != null) {
      counter.increment();
    }
  }

  @Override
  public void keptAlive(long nanos) {
    keepAlive.record(nanos, TimeUnit.NANOSECONDS);
  }
}
