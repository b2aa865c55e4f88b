/**
 * The simulated world: virtual time, chance, clocks, a network, and processes that crash and pause.
 * {@link io.tenure.simulation.world.World} is the entry point; a process extends {@link
 * io.tenure.simulation.world.Node}; an observer implements {@link
 * io.tenure.simulation.world.Trace}.
 *
 * <p>In: timers and messages. Out: events in the order of virtual time. Every random number comes
 * from one seed, so the same seed gives the same history.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: the vocabulary of the core; nothing of clusters or clients.
 */
@NullMarked
package io.tenure.simulation.world;

import org.jspecify.annotations.NullMarked;
