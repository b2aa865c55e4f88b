/**
 * Clients that use plain calls, as programs in other languages do.
 *
 * <p>In: operations of a role. Out: calls, and records of their results.
 *
 * <p>Threads: the thread of the client.
 *
 * <p>May depend on: the protocol, {@code work} and {@code history}.
 */
@NullMarked
package io.tenure.faults.work.plain;

import org.jspecify.annotations.NullMarked;
