/**
 * The engine in a world of its own: simulated network, disks and clocks, one thread, one seed.
 *
 * <p>A world runs the real {@code KafkaRaftClient} on every node. Faults of all kinds happen to it
 * for a while, then everything is repaired and must come to rest. {@link
 * io.tenure.raft.kraft.world.History} knows what was committed and acknowledged and checks it after
 * every event. A failure prints the seed that repeats it.
 */
@NullMarked
package io.tenure.raft.kraft.world;

import org.jspecify.annotations.NullMarked;
