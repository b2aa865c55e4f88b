/**
 * What goes wrong, when, and for how long: the kinds of faults, a schedule that mixes them by a
 * seed, and {@link io.tenure.faults.fault.Nemesis}, which carries it out.
 *
 * <p>In: a seed, the chosen kinds and the pace. Out: faults on the {@code cluster}, recorded in the
 * history.
 *
 * <p>Threads: one thread runs a {@code Nemesis}; a fault may have a thread of its own while it
 * lasts.
 *
 * <p>May depend on: {@code cluster} and {@code history}.
 */
@NullMarked
package io.tenure.faults.fault;

import org.jspecify.annotations.NullMarked;
