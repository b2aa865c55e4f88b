/**
 * The state as bytes, and back: snapshots, their checksums, and the encoded forms of remembered
 * outcomes and events. The same state gives the same bytes on every replica. A captured {@link
 * io.tenure.core.snapshot.Snapshot} is immutable: any thread may list and write it.
 */
@NullMarked
package io.tenure.core.snapshot;

import org.jspecify.annotations.NullMarked;
