package io.tenure.compare.driver;

import io.tenure.compare.result.Usage;
import java.util.List;
import java.util.OptionalDouble;

/** CPU time and memory from its making on. */
final class Meter {
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<Long> servers;
  private final double serverSeconds;
  private final double clientSeconds;
  private final long sinceNanos;

  Meter(List<Long> servers) {
    this.servers = servers;
    serverSeconds = Processes.cpuSeconds(servers);
    clientSeconds = Processes.cpuSeconds(Processes.self());
    sinceNanos = System.nanoTime();
  }

  double seconds() {
    return (System.nanoTime() - sinceNanos) / NANOS_PER_SECOND;
  }

  Usage usage() {
    double clientNow = Processes.cpuSeconds(Processes.self());
    double serverNow = Processes.cpuSeconds(servers);
    OptionalDouble shared = Processes.proportionalMib(servers);
    return new Usage(
        serverNow - serverSeconds,
        clientNow - clientSeconds,
        Processes.residentMib(servers),
        shared.isPresent() ? shared.getAsDouble() : null,
        Processes.residentMib(Processes.self()));
  }
}
