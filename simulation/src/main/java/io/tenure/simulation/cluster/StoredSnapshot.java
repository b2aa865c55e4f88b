package io.tenure.simulation.cluster;

/**
 * The core's state as bytes, as it was after an entry.
 *
 * @param index that entry's index
 * @param term that entry's term
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and nobody writes to the bytes
record StoredSnapshot(long index, long term, byte[] bytes) {}
