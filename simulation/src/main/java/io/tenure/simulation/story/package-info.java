/**
 * The classic stories about locks, each played in a simulated world and told as a timeline. {@link
 * io.tenure.simulation.story.Scenario} lists them.
 *
 * <p>In: the name of a story and a seed. Out: lines to a listener, and what the story showed.
 * Nothing here waits or prints.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: the other packages of the simulation.
 */
@NullMarked
package io.tenure.simulation.story;

import org.jspecify.annotations.NullMarked;
