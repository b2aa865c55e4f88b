package io.tenure.server.session;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** What is counted here; the shards of a process share the meters. */
final class KeepAliveMeters {
  final Counter kept;
  final Counter unknown;
  final Counter failed;
  final Counter expiries;
  final Timer confirm;

  KeepAliveMeters(MeterRegistry registry) {
    this.kept = keepAlives("kept", registry);
    this.unknown = keepAlives("unknown", registry);
    this.failed = keepAlives("failed", registry);
    this.expiries =
        Counter.builder("tenure.session.expiries")
            .description("Expiries that were proposed")
            .register(registry);
    this.confirm =
        Timer.builder("tenure.keepalive.confirm")
            .description("How long it took to confirm leadership for a batch of keep-alives")
            .register(registry);
  }

  private static Counter keepAlives(String result, MeterRegistry registry) {
    return Counter.builder("tenure.keepalives")
        .description("Keep-alives that were answered")
        .tag("result", result)
        .register(registry);
  }
}
