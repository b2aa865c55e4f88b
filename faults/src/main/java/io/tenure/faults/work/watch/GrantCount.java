package io.tenure.faults.work.watch;

/**
 * How many grants were shown by any node. Each of them shows what all others show, sooner or later,
 * but one that was down may have lost a part: so the one that is first counts, not the one that has
 * shown most.
 */
public final class GrantCount {
  private final long[] last;
  private long count;

  /** Nothing was shown yet. */
  public GrantCount(int shards) {
    last = new long[shards];
  }

  synchronized void shown(int shard, long revision) {
    if (revision > last[shard]) {
      last[shard] = revision;
      count++;
    }
  }

  /** In all shards. */
  public synchronized long count() {
    return count;
  }
}
