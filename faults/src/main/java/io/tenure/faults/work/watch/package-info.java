/**
 * Clients that watch everything: what they have seen is the log that all other histories are
 * compared with.
 *
 * <p>In: events. Out: records, in the order of the log.
 *
 * <p>Threads: threads of the client, and one for each observer.
 *
 * <p>May depend on: the public client, the protocol and {@code history}.
 */
@NullMarked
package io.tenure.faults.work.watch;

import org.jspecify.annotations.NullMarked;
