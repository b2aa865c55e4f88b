package io.tenure.compare.result;

import java.util.List;

/**
 * Grants over time around the death of a leader.
 *
 * @param bucketMillis the width of a bucket
 * @param killBucket the one that begins with the kill
 * @param grants how many there were in each bucket
 */
public record Timeline(int bucketMillis, int killBucket, List<Integer> grants) {}
