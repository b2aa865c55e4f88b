package io.tenure.compare.result;

/**
 * How long something took, each time.
 *
 * @param histogram all of it, in nanoseconds, in the compressed form of HdrHistogram, as Base64
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
