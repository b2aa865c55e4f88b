/**
 * The classic stories about locks, each played in a simulated world and told as a timeline.
 *
 * <p>{@link io.tenure.simulation.story.Scenario} is the way in: it tells a story line by line to
 * whoever listens, and ends with what the story showed. A story is a script: who asks, writes,
 * stops or dies at which second. What comes of it is up to the world, and every line that is not
 * the script's own is told by somebody who traces the world. Nothing here waits, prints or knows
 * how fast it is told; the listener does. Depends on the other packages of the simulation.
 */
@NullMarked
package io.tenure.simulation.story;

import org.jspecify.annotations.NullMarked;
