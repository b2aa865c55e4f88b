/**
 * The simulated world: virtual time, chance, clocks, a network, and processes that crash and pause.
 *
 * <p>Everything happens on the caller's thread, one {@link io.tenure.simulation.world.Timer} after
 * the other, and every random number comes from one seed, so that the same seed gives the same
 * history. {@link io.tenure.simulation.world.World} is the way in; what runs in it extends {@link
 * io.tenure.simulation.world.Node}; who wants to hear what happens implements {@link
 * io.tenure.simulation.world.Trace}. Knows the core's vocabulary and nothing of clusters or
 * clients.
 */
@NullMarked
package io.tenure.simulation.world;

import org.jspecify.annotations.NullMarked;
