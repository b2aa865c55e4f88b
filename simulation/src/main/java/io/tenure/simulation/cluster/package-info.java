/**
 * Lock servers: replicas of one log, each with the real core, under a leader that watches sessions.
 * The replication is a compact model of Raft, made to put the core and the session rules under
 * faults. {@link io.tenure.simulation.cluster.Cluster} is the entry point.
 *
 * <p>In: calls of a {@link io.tenure.simulation.cluster.Caller}. Out: replies, and pushed events.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: {@code core} and {@code world}.
 */
@NullMarked
package io.tenure.simulation.cluster;

import org.jspecify.annotations.NullMarked;
