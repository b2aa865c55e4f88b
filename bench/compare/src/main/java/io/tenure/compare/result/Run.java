package io.tenure.compare.result;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What came of one measurement of one system.
 *
 * @param seconds how long it was measured
 * @param operations pairs of acquire and release, hand-offs, held keys, or notices
 * @param fairness the count of the fastest worker by that of the slowest; only where it says much
 * @param gaps of the failovers
 * @param failure why there is no result at all
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
    @Nullable Latency pair,
    @Nullable Double fairness,
    List<Gap> gaps,
    @Nullable Holding holding,
    @Nullable Watching watching,
    @Nullable String failure) {

  /** Of a measurement that did not come to an end. */
  public static Run failed(String system, int round, Measurement measurement, String failure) {
    return new Run(
        system,
        round,
        measurement,
        0,
        0,
        Faults.NONE,
        null,
        null,
        null,
        null,
        List.of(),
        null,
        null,
        failure);
  }

  /** The same with what else went wrong. */
  public Run withMore(Faults more) {
    return new Run(
        system,
        round,
        measurement,
        seconds,
        operations,
        faults.plus(more),
        usage,
        acquire,
        pair,
        fairness,
        gaps,
        holding,
        watching,
        failure);
  }

  /** Only such a run is a result. */
  public boolean valid() {
    return failure == null && faults.harmless();
  }

  public double perSecond() {
    return seconds > 0 ? operations / seconds : 0;
  }

  /** CPU time of the servers for one operation; 0 if unknown. */
  public double serverMicrosPerOperation() {
    return usage == null || operations == 0 ? 0 : usage.serverCpuSeconds() * 1e6 / operations;
  }

  /** A part of what it cost, for one operation; null if unknown. */
  public @Nullable Double costPerOperation(Function<Cost, @Nullable Number> part) {
    if (usage == null || usage.cost() == null || operations == 0) {
      return null;
    }
    Number whole = part.apply(usage.cost());
    return whole == null ? null : whole.doubleValue() / operations;
  }

  /** CPU time of the client for one operation; 0 if unknown. */
  public double clientMicrosPerOperation() {
    return usage == null || operations == 0 ? 0 : usage.clientCpuSeconds() * 1e6 / operations;
  }
}
