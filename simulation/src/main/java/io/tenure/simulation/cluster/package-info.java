/**
 * Lock servers: replicas of one log, each with the real core, under a leader that watches sessions.
 *
 * <p>The replication here is a compact model of Raft (elections with or without a pre-vote, log
 * matching, commit by majority in the leader's own term, snapshots and their installation), made to
 * put the core and the session rules under the faults that a real engine survives. It is not meant
 * to serve anybody. {@link io.tenure.simulation.cluster.Cluster} is the way in; a client is a
 * {@link io.tenure.simulation.cluster.Caller}. Depends on the core and on the world.
 */
@NullMarked
package io.tenure.simulation.cluster;

import org.jspecify.annotations.NullMarked;
