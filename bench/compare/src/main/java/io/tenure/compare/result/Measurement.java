package io.tenure.compare.result;

/**
 * One thing to measure.
 *
 * @param workers how many threads ask for locks, or, for watchers, how many watches there are
 * @param connections how many clients they share evenly
 * @param keys how many keys there are
 * @param seconds how long is measured, after a ramp that does not count
 * @param rampSeconds how long the load runs before that
 */
public record Measurement(
    Workload workload, int workers, int connections, int keys, double seconds, double rampSeconds) {
  /** The same load for so long, without a ramp. */
  public Measurement lasting(double time) {
    return new Measurement(workload, workers, connections, keys, time, 0);
  }
}
