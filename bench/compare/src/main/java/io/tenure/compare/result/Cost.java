package io.tenure.compare.result;

import org.jspecify.annotations.Nullable;

/**
 * What a measurement cost besides CPU time and memory.
 *
 * @param leaderCpuSeconds CPU time of the leader; null if unknown, or if there is only one server
 * @param loopbackBytes all traffic on the loopback interface, headers included, counted once
 * @param diskFlushes flush requests to the disk with the servers' state; the kernel may combine
 *     fsyncs of several processes into one; null if unknown
 * @param switches voluntary context switches of all threads of servers and client
 */
public record Cost(
    @Nullable Double leaderCpuSeconds,
    @Nullable Long loopbackBytes,
    @Nullable Long diskFlushes,
    long switches) {}
