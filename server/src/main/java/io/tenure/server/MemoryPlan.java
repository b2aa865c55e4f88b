package io.tenure.server;

import io.tenure.core.Limits;
import io.tenure.server.Setting.Bounds;
import java.util.Optional;

/**
 * How the heap is divided, so that clients who use up everything they may leave enough for the node
 * to go on. What is not listed, three eighths of the heap, is for the log that is kept in memory,
 * snapshots, buffers, and garbage.
 *
 * @param stateBytes for the state of one shard: locks, waiting requests, sessions, answers
 * @param historyBytes for the events that one shard keeps for watches, at most
 * @param queueBytes for the commands that wait to be proposed in one shard
 * @param inFlightBytes for the requests that the node has not answered
 */
record MemoryPlan(long stateBytes, long historyBytes, long queueBytes, long inFlightBytes) {
  /** For one shard: the least that {@link Limits#forMemory} divides. */
  static final long MIN_STATE_BYTES = Limits.MIN_MEMORY;

  private static final long EIGHTH = 8;
  private static final long STATE_EIGHTHS = 3;
  private static final long MOST_STATE_EIGHTHS = 4;

  /**
   * Divides a heap.
   *
   * @param state what was set for the state of all shards, if anything was
   * @throws StartRefusedException if the heap is too small
   */
  static MemoryPlan of(long heapBytes, int shards, Optional<Long> state)
      throws StartRefusedException {
    long least = MIN_STATE_BYTES * shards;
    long most = heapBytes * MOST_STATE_EIGHTHS / EIGHTH;
    long usual = heapBytes * STATE_EIGHTHS / EIGHTH;
    if (state.isEmpty() && usual < least) {
      throw new StartRefusedException(
          "heap: %s (expected: at least %s for %d shard(s); start the JVM with a larger -Xmx)"
              .formatted(mebibytes(heapBytes), mebibytes(least * EIGHTH / STATE_EIGHTHS), shards));
    }
    long all = state.orElse(usual);
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
    return new MemoryPlan(
        all / shards,
        heapBytes / EIGHTH / shards,
        heapBytes / EIGHTH / 4 / shards,
        heapBytes / EIGHTH / 2);
  }

  private static String mebibytes(long bytes) {
    return ((bytes + (1 << 20) - 1) >> 20) + "MiB";
  }
}
