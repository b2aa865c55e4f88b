/**
 * The lock services that people use today, as models under the same workers and the same checker:
 * Redis with a replica and a sentinel, and Redlock over five independent nodes.
 *
 * <p>Both are a key with a time to live on a server's wall clock, set if absent and deleted by who
 * set it; they differ in how many servers must agree. {@link io.tenure.simulation.peer.KeyStore} is
 * such a server, {@link io.tenure.simulation.peer.LeaseClient} the client of either. Depends on the
 * world and on what all clients share.
 */
@NullMarked
package io.tenure.simulation.peer;

import org.jspecify.annotations.NullMarked;
