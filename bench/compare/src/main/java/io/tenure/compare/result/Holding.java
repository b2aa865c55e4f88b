package io.tenure.compare.result;

/**
 * What it took to hold many keys.
 *
 * @param held how many were held in the end
 * @param fillSeconds how long it took to get there
 * @param restSeconds how long CPU time was measured while they were held
 * @param serverMibBefore memory of the servers before the first key
 */
public record Holding(int held, double fillSeconds, double restSeconds, double serverMibBefore) {}
