package io.tenure.server.config;

import io.tenure.core.model.Limits;
import io.tenure.server.config.Setting.Bounds;
import java.util.Optional;

/**
 * How the heap is divided, so that clients who use up everything they may leave enough for the node
 * to go on. What is not listed, about a quarter of the heap, is for the program itself, snapshots,
 * buffers, and garbage.
 *
 * @param stateBytes for the state of one shard: locks, waiting requests, sessions, answers
 * @param historyBytes for the events that one shard keeps for watches, at most
 * @param queueBytes for the commands that wait to be proposed in one shard, in each of two queues
 * @param inFlightBytes for the requests that the node has not answered
 * @param logBytes for the log of one shard: its newest entries, and what is sent to followers
 * @param listingSnapshots how many copies of a shard's state listings may look at, at the same time
 */
public record MemoryPlan(
    long stateBytes,
    long historyBytes,
    long queueBytes,
    long inFlightBytes,
    long logBytes,
    int listingSnapshots) {
  /** For one shard: the least that {@link Limits#forMemory} divides. */
  static final long MIN_STATE_BYTES = Limits.MIN_MEMORY;

  /** Below this the program itself, about 12 MiB, would have no room beside its parts. */
  static final long MIN_HEAP = 64L << 20;

  private static final long EIGHTH = 8;
  private static final long STATE_EIGHTHS = 3;
  private static final long MOST_STATE_EIGHTHS = 4;
  private static final long LOG_PART = 16;
  private static final long LISTING_SNAPSHOTS_PART = 32;

  /** Two batches on their way, and one that is being written or sent. */
  private static final long MIN_LOG_BATCHES = 3;

  /** A snapshot in memory has 12 bytes for a record of the state, which takes about 1 KiB. */
  private static final long SNAPSHOT_PART_OF_STATE = 64;

  private static final int MIN_LISTING_SNAPSHOTS = 2;
  private static final int MAX_LISTING_SNAPSHOTS = 256;

  /**
   * Divides a heap.
   *
   * @param batchBytes the largest log entry
   * @param state what was set for the state of all shards, if anything was
   * @throws StartRefusedException if the heap is too small
   */
  public static MemoryPlan of(long heapBytes, int shards, long batchBytes, Optional<Long> state)
      throws StartRefusedException {
    requireHeap(heapBytes, shards, batchBytes, state.isEmpty());
    long least = MIN_STATE_BYTES * shards;
    long most = heapBytes * MOST_STATE_EIGHTHS / EIGHTH;
    long all = state.orElse(heapBytes * STATE_EIGHTHS / EIGHTH);
    if (!new Bounds(least, most).include(all)) {
      throw new StartRefusedException(
          "state-memory: %s (expected: %s for %d shard(s) to %s, half of the heap of %s;"
                  .formatted(
                      mebibytes(all),
                      mebibytes(least),
                      shards,
                      mebibytes(most),
                      mebibytes(heapBytes))
              + " change it or start the JVM with a larger -Xmx)");
    }
    long stateBytes = all / shards;
    long listingSnapshots =
        heapBytes / LISTING_SNAPSHOTS_PART / (stateBytes / SNAPSHOT_PART_OF_STATE);
    return new MemoryPlan(
        stateBytes,
        heapBytes / EIGHTH / shards,
        heapBytes / EIGHTH / 4 / shards,
        heapBytes / EIGHTH / 2,
        heapBytes / LOG_PART / shards,
        (int) Math.max(MIN_LISTING_SNAPSHOTS, Math.min(MAX_LISTING_SNAPSHOTS, listingSnapshots)));
  }

  private static void requireHeap(
      long heapBytes, int shards, long batchBytes, boolean stateFollowsHeap)
      throws StartRefusedException {
    long forState = stateFollowsHeap ? MIN_STATE_BYTES * shards * EIGHTH / STATE_EIGHTHS : 0;
    long forLog = MIN_LOG_BATCHES * batchBytes * LOG_PART * shards;
    long least = Math.max(MIN_HEAP, Math.max(forState, forLog));
    if (heapBytes < least) {
      throw new StartRefusedException(
          "heap: %s (expected: at least %s for %d shard(s); start the JVM with a larger -Xmx%s)"
              .formatted(
                  mebibytes(heapBytes),
                  mebibytes(least),
                  shards,
                  least == forLog && forLog > MIN_HEAP ? ", or lower batch-bytes" : ""));
    }
  }

  private static String mebibytes(long bytes) {
    return ((bytes + (1 << 20) - 1) >> 20) + "MiB";
  }
}
