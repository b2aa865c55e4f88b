package io.tenure.compare.result;

/**
 * One thing to measure.
 *
 * @param workers how many threads acquire locks, or, for watchers, how many watches there are
 * @param connections how many clients they share evenly
 * @param keys how many keys there are
 * @param seconds how long is measured, after a ramp that does not count
 * @param rampSeconds how long the load runs before that
 * @param changesPerSecond how many changes of watched keys are made in a second; 0 for other
 *     workloads
 */
public record Measurement(
    Workload workload,
    int workers,
    int connections,
    int keys,
    double seconds,
    double rampSeconds,
    double changesPerSecond) {

  /** Of a workload without watches. */
  public Measurement(
      Workload workload,
      int workers,
      int connections,
      int keys,
      double seconds,
      double rampSeconds) {
    this(workload, workers, connections, keys, seconds, rampSeconds, 0);
  }

  /** The same load for another time, without a ramp. */
  public Measurement lasting(double time) {
    return new Measurement(workload, workers, connections, keys, time, 0, changesPerSecond);
  }
}
