package io.tenure.compare.result;

/**
 * Percentiles of a duration.
 *
 * @param histogram every value, in nanoseconds: a compressed HdrHistogram as Base64
 */
public record Latency(
    long count,
    double meanMicros,
    double p50Micros,
    double p90Micros,
    double p99Micros,
    double p999Micros,
    double maxMicros,
    String histogram) {}
