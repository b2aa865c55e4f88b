/**
 * Explores random worlds full of faults and checks the guarantees in each of them. {@link
 * io.tenure.simulation.Explorer} is the entry point.
 *
 * <p>In: seeds and options. Out: an {@link io.tenure.simulation.ExploreResult}, with the first
 * broken guarantee and the command that replays it. A seed makes a {@link
 * io.tenure.simulation.RandomWorld}: a lock system with clients and resources, a time of faults,
 * and a calm in which everyone must be served.
 *
 * <p>Threads: the thread of the caller, in virtual time.
 *
 * <p>May depend on: {@code core} and plain Java: no real clock, no other source of chance, no
 * thread, no output except to the writer that the caller passes.
 */
@NullMarked
package io.tenure.simulation;

import org.jspecify.annotations.NullMarked;
