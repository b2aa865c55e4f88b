package io.tenure.compare.result;

import org.jspecify.annotations.Nullable;

/**
 * The cost of many held keys.
 *
 * @param held how many keys were held at the end
 * @param fillSeconds time to acquire them all
 * @param restSeconds how long CPU time was measured while they were held
 * @param serverMibBefore memory of the servers before the first key; null if the processes are
 *     unknown
 */
public record HolderResult(
    int held, double fillSeconds, double restSeconds, @Nullable Double serverMibBefore) {}
