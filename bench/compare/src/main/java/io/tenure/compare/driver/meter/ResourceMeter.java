package io.tenure.compare.driver.meter;

import io.tenure.compare.result.Cost;
import io.tenure.compare.result.Usage;
import io.tenure.harness.process.MachineCounters;
import io.tenure.harness.process.ProcessStats;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures what servers and client use, from the construction of this object until {@link #usage}.
 * Reading the context switches of hundreds of threads takes the longest, so it comes first at the
 * start and last at the end: its own cost is not part of the other readings.
 */
public final class ResourceMeter {
  private static final double NANOS_PER_SECOND = 1e9;

  private final MeasuredServers servers;
  private final List<Long> leader;
  private final double serverSeconds;
  private final double clientSeconds;
  private final double leaderSeconds;
  private final Map<Path, Long> switches;
  private final OptionalLong loopbackBytes;
  private final OptionalLong flushes;
  private final long sinceNanos;

  /** Takes the first reading. */
  public ResourceMeter(MeasuredServers servers) {
    this.servers = servers;
    leader = servers.leader() == null ? List.of() : List.of(servers.leader());
    switches = switches();
    flushes = flushes();
    serverSeconds = ProcessStats.cpuSeconds(servers.pids());
    leaderSeconds = ProcessStats.cpuSeconds(leader);
    clientSeconds = ProcessStats.cpuSeconds(ProcessStats.self());
    loopbackBytes = MachineCounters.loopbackBytes();
    sinceNanos = System.nanoTime();
  }

  /** Of all threads of the servers and of this JVM. */
  private Map<Path, Long> switches() {
    return ProcessStats.switches(
        Stream.concat(servers.pids().stream(), ProcessStats.self().stream()).toList());
  }

  private OptionalLong flushes() {
    return servers.data() == null
        ? OptionalLong.empty()
        : MachineCounters.flushes(Path.of(servers.data()));
  }

  /** Time since the first reading. */
  public double seconds() {
    return (System.nanoTime() - sinceNanos) / NANOS_PER_SECOND;
  }

  /** Takes the second reading. */
  public Usage usage() {
    double clientNow = ProcessStats.cpuSeconds(ProcessStats.self());
    if (servers.pids().isEmpty()) {
      double clientMib = ProcessStats.residentMib(ProcessStats.self());
      return new Usage(null, clientNow - clientSeconds, null, null, clientMib, null);
    }
    double serverNow = ProcessStats.cpuSeconds(servers.pids());
    Cost cost = cost();
    OptionalDouble proportional = ProcessStats.proportionalMib(servers.pids());
    return new Usage(
        serverNow - serverSeconds,
        clientNow - clientSeconds,
        ProcessStats.residentMib(servers.pids()),
        proportional.isPresent() ? proportional.getAsDouble() : null,
        ProcessStats.residentMib(ProcessStats.self()),
        cost);
  }

  private Cost cost() {
    Double leaderGrowth = leader.isEmpty() ? null : ProcessStats.cpuSeconds(leader) - leaderSeconds;
    Long bytes = growth(loopbackBytes, MachineCounters.loopbackBytes());
    Long flushed = growth(flushes, flushes());
    return new Cost(leaderGrowth, bytes, flushed, ProcessStats.growth(switches, switches()));
  }

  private static @Nullable Long growth(OptionalLong before, OptionalLong after) {
    return before.isPresent() && after.isPresent() ? after.getAsLong() - before.getAsLong() : null;
  }
}
