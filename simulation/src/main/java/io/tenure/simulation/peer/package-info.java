/**
 * Models of lock services that are in use today, under the same workers and the same checker: Redis
 * with a replica and a sentinel, and Redlock over five independent nodes. {@link
 * io.tenure.simulation.peer.KeyStore} is a server, {@link io.tenure.simulation.peer.LeaseClient}
 * the client of either.
 *
 * <p>In: calls of workers. Out: leases that end by the wall clock of a server.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: {@code world} and {@code client}.
 */
@NullMarked
package io.tenure.simulation.peer;

import org.jspecify.annotations.NullMarked;
