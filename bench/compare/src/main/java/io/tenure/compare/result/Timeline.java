package io.tenure.compare.result;

import java.util.List;

/**
 * Grants over time around a failure of the leader.
 *
 * @param bucketMillis the width of a bucket
 * @param killBucket the index of the bucket that begins with the failure
 * @param grants the number of grants in each bucket
 */
public record Timeline(int bucketMillis, int killBucket, List<Integer> grants) {}
