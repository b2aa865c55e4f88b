/**
 * What stories are made of: actors, servers, resources, and the chronicle of what they did.
 *
 * <p>In: steps of a script. Out: lines of a story.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: {@code world}, {@code cluster} and {@code client}.
 */
@NullMarked
package io.tenure.simulation.stage;

import org.jspecify.annotations.NullMarked;
