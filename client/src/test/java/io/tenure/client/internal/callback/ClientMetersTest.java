package io.tenure.client.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.client.Tenure;
import org.junit.jupiter.api.Test;

final class ClientMetersTest {
  @Test
  void clientConnectsAlthoughTheRegistryThrows() {
    SimpleMeterRegistry broken = new SimpleMeterRegistry();
    broken
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public MeterFilterReply accept(Meter.Id id) {
                throw new IllegalStateException("a registry that is broken");
              }
            });
    Metrics.globalRegistry.clear(); // Meters of clients that ran before would throw at once.
    Metrics.addRegistry(broken);

    try (Tenure tenure = Tenure.connect("127.0.0.1:1")) {
      assertThat(tenure.lock("/a")).isNotNull();
      assertThat(ClientMeters.find()).isSameAs(ClientMeters.NONE);
    } finally {
      Metrics.removeRegistry(broken);
    }
  }
}
