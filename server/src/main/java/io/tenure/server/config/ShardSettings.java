package io.tenure.server.config;

/**
 * The bounds of one shard's replication.
 *
 * @param batchRequests most commands in one log entry
 * @param batchBytes a batch is closed when it has reached this size
 * @param batchesInFlight how many batches may be on their way through the engine
 * @param queuedRequests commands that may wait to be proposed; beyond it they are refused
 * @param queuedBytes memory of the commands that wait to be proposed; beyond it they are refused
 * @param stateBytes memory that the state may take on this node, by the core's own count
 * @param logBytes memory that the newest entries of the log may take, and those that are sent
 * @param snapshotBytes a snapshot is taken when the log has grown by this much since the last one
 * @param snapshotEntries or by this many entries
 * @param compareMillis how often the members compare their states
 */
public record ShardSettings(
    int batchRequests,
    int batchBytes,
    int batchesInFlight,
    int queuedRequests,
    long queuedBytes,
    long stateBytes,
    long logBytes,
    long snapshotBytes,
    long snapshotEntries,
    long compareMillis) {
  private static final long COMPARE_MILLIS = 600_000;
  private static final long LOG_BYTES = 32L << 20;

  /** With the usual time between comparisons, and room for the log. */
  public ShardSettings(
      int batchRequests,
      int batchBytes,
      int batchesInFlight,
      int queuedRequests,
      long queuedBytes,
      long stateBytes,
      long snapshotBytes,
      long snapshotEntries) {
    this(
        batchRequests,
        batchBytes,
        batchesInFlight,
        queuedRequests,
        queuedBytes,
        stateBytes,
        LOG_BYTES,
        snapshotBytes,
        snapshotEntries,
        COMPARE_MILLIS);
  }

  /** With room for much, where memory does not matter. */
  public ShardSettings(
      int batchRequests,
      int batchBytes,
      int batchesInFlight,
      int queuedRequests,
      long snapshotBytes,
      long snapshotEntries) {
    this(
        batchRequests,
        batchBytes,
        batchesInFlight,
        queuedRequests,
        64L << 20,
        256L << 20,
        snapshotBytes,
        snapshotEntries);
  }
}
