package io.tenure.server.replication;

/**
 * The bounds of one shard's replication.
 *
 * @param batchRequests most commands in one log entry
 * @param batchBytes a batch is closed when it has reached this size
 * @param batchesInFlight how many batches may be on their way through the engine
 * @param queuedRequests commands that may wait to be proposed; beyond it they are refused
 * @param snapshotBytes a snapshot is taken when the log has grown by this much since the last one
 * @param snapshotEntries or by this many entries
 */
public record ShardSettings(
    int batchRequests,
    int batchBytes,
    int batchesInFlight,
    int queuedRequests,
    long snapshotBytes,
    long snapshotEntries) {}
