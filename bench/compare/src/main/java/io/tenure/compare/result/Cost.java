package io.tenure.compare.result;

import org.jspecify.annotations.Nullable;

/**
 * What the work took from the machine besides processor time and memory, while it was measured.
 *
 * @param leaderCpuSeconds of the server whose death hurts most, if there are others
 * @param loopbackBytes all that went over the loopback interface, headers included, counted once
 * @param diskFlushes how often the disk under the servers' state was told to keep what it has; the
 *     kernel may serve several fsyncs of different processes with one
 * @param switches how often a thread of the servers or of the client gave its processor up
 */
public record Cost(
    @Nullable Double leaderCpuSeconds,
    @Nullable Long loopbackBytes,
    @Nullable Long diskFlushes,
    long switches) {}
