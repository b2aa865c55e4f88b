package io.tenure.compare.driver;

import io.tenure.compare.result.Cost;
import io.tenure.compare.result.Usage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was used, from its making on. Reading the switches of hundreds of threads takes the longest,
 * and so comes first when it begins and last when it ends: what that costs is not in the rest.
 */
final class Meter {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Request.Servers servers;
  private final List<Long> leader;
  private final double serverSeconds;
  private final double clientSeconds;
  private final double leaderSeconds;
  private final Map<Path, Long> switches;
  private final OptionalLong loopbackBytes;
  private final OptionalLong flushes;
  private final long sinceNanos;

  Meter(Request.Servers servers) {
    this.servers = servers;
    leader = servers.leader() == null ? List.of() : List.of(servers.leader());
    switches = switches();
    flushes = flushes();
    serverSeconds = Processes.cpuSeconds(servers.pids());
    leaderSeconds = Processes.cpuSeconds(leader);
    clientSeconds = Processes.cpuSeconds(Processes.self());
    loopbackBytes = Machinery.loopbackBytes();
    sinceNanos = System.nanoTime();
  }

  /** Of the servers' threads and the client's. */
  private Map<Path, Long> switches() {
    return Processes.switches(
        Stream.concat(servers.pids().stream(), Processes.self().stream()).toList());
  }

  private OptionalLong flushes() {
    return Machinery.flushes(Path.of(servers.data()));
  }

  double seconds() {
    return (System.nanoTime() - sinceNanos) / NANOS_PER_SECOND;
  }

  Usage usage() {
    double clientNow = Processes.cpuSeconds(Processes.self());
    double serverNow = Processes.cpuSeconds(servers.pids());
    Cost cost = cost();
    OptionalDouble shared = Processes.proportionalMib(servers.pids());
    return new Usage(
        serverNow - serverSeconds,
        clientNow - clientSeconds,
        Processes.residentMib(servers.pids()),
        shared.isPresent() ? shared.getAsDouble() : null,
        Processes.residentMib(Processes.self()),
        cost);
  }

  private Cost cost() {
    Double leaderGrowth = leader.isEmpty() ? null : Processes.cpuSeconds(leader) - leaderSeconds;
    Long bytes = growth(loopbackBytes, Machinery.loopbackBytes());
    Long flushed = growth(flushes, flushes());
    return new Cost(leaderGrowth, bytes, flushed, Processes.growth(switches, switches()));
  }

  private static @Nullable Long growth(OptionalLong before, OptionalLong after) {
    return before.isPresent() && after.isPresent() ? after.getAsLong() - before.getAsLong() : null;
  }
}
