/**
 * The state as bytes and back: snapshots, checksums, and the encoded forms of remembered outcomes
 * and events. The same state gives the same bytes on every replica.
 *
 * <p>In: a state to capture, or bytes to read. Out: a {@link io.tenure.core.snapshot.Snapshot}, or
 * a restored state. Unreadable bytes are refused with {@link
 * io.tenure.core.snapshot.SnapshotException}.
 *
 * <p>Threads: capture and restore run on the thread that uses the {@code LockState}. Any thread may
 * read and write a captured snapshot.
 *
 * <p>May depend on: the other packages of the core.
 */
@NullMarked
package io.tenure.core.snapshot;

import org.jspecify.annotations.NullMarked;
