package io.tenure.simulation;

import io.tenure.simulation.check.CheckCounts;
import io.tenure.simulation.check.PromiseBroken;
import org.jspecify.annotations.Nullable;

/**
 * How one world went.
 *
 * @param endedAt its time, in nanoseconds
 * @param digest the same for every run of the same seed
 * @param broken null if every promise held
 */
record Run(
    long seed,
    long endedAt,
    long events,
    long digest,
    CheckCounts counts,
    FaultCount faults,
    @Nullable PromiseBroken broken) {}
