/**
 * Resources that locks protect, one that checks tokens and one that does not, for clients in
 * several processes.
 *
 * <p>In: uses with a token. Out: accepted or refused, and records.
 *
 * <p>Threads: A thread for each connection.
 *
 * <p>May depend on: {@code work} and {@code history}.
 */
@NullMarked
package io.tenure.faults.work.resource;

import org.jspecify.annotations.NullMarked;
