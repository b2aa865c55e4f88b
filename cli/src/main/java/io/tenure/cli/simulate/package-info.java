/**
 * {@code tenure simulate}: tells stories of the simulation on a terminal, and explores random
 * worlds.
 *
 * <p>In: a story or a range of seeds. Out: a timeline, or the first broken guarantee with the
 * command that replays it.
 *
 * <p>Threads: the main thread.
 *
 * <p>May depend on: {@code simulation} and {@code cli.terminal}.
 */
@NullMarked
package io.tenure.cli.simulate;

import org.jspecify.annotations.NullMarked;
