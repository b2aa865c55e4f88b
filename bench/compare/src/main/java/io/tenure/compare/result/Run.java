package io.tenure.compare.result;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of one measurement of one system in one round.
 *
 * @param seconds how long it was measured
 * @param operations pairs of acquire and release, hand-offs, held keys, or notifications
 * @param release latency of the releases that were counted
 * @param pair latency of an acquire together with its release
 * @param fairness operations of the fastest worker divided by those of the slowest; null if the
 *     workers do not compete
 * @param gaps one for each failure of the leader
 * @param restartSeconds for each failure, the time from the restart of the server, or its
 *     continuation, until all servers take part again
 * @param failure why there is no result; null if there is one
 */
public record Run(
    String system,
    int round,
    Measurement measurement,
    double seconds,
    long operations,
    Faults faults,
    @Nullable Usage usage,
    @Nullable Latency acquire,
    @Nullable Latency release,
    @Nullable Latency pair,
    @Nullable Double fairness,
    List<Gap> gaps,
    List<Double> restartSeconds,
    @Nullable HolderResult holding,
    @Nullable WatcherResult watching,
    @Nullable String failure) {

  /** Starts to describe a run, which has no values yet. */
  public static RunBuilder of(String system, int round, Measurement measurement) {
    return new RunBuilder(system, round, measurement);
  }

  /** A measurement that did not complete. */
  public static Run failed(String system, int round, Measurement measurement, String failure) {
    return of(system, round, measurement).failure(failure).build();
  }

  /** The same run with additional faults. */
  public Run withMore(Faults more) {
    return toBuilder().faults(faults.plus(more)).build();
  }

  /** The same run with the times that the servers needed to come back. */
  public Run withRestarts(List<Double> inSeconds) {
    return toBuilder().restarts(inSeconds).build();
  }

  private RunBuilder toBuilder() {
    return of(system, round, measurement)
        .counted(operations, seconds)
        .faults(faults)
        .usage(usage)
        .latencies(acquire, release, pair)
        .fairness(fairness)
        .gaps(gaps)
        .restarts(restartSeconds)
        .holding(holding)
        .watching(watching)
        .failure(failure);
  }

  /** Only a valid run is a result. */
  public boolean valid() {
    return failure == null && faults.harmless();
  }

  public double perSecond() {
    return seconds > 0 ? operations / seconds : 0;
  }

  /** CPU time of the servers for one operation; null if unknown. */
  public @Nullable Double serverMicrosPerOperation() {
    return usage == null || usage.serverCpuSeconds() == null || operations == 0
        ? null
        : usage.serverCpuSeconds() * 1e6 / operations;
  }

  /** CPU time of the client for one operation; null if unknown. */
  public @Nullable Double clientMicrosPerOperation() {
    return usage == null || operations == 0 ? null : usage.clientCpuSeconds() * 1e6 / operations;
  }

  /** A part of the cost, for one operation; null if unknown. */
  public @Nullable Double costPerOperation(Function<Cost, @Nullable Number> part) {
    if (usage == null || usage.cost() == null || operations == 0) {
      return null;
    }
    Number whole = part.apply(usage.cost());
    return whole == null ? null : whole.doubleValue() / operations;
  }
}
