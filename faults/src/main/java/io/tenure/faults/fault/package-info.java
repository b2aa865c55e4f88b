/**
 * What goes wrong, when, and for how long: the kinds of faults, a schedule that mixes them by a
 * seed, and the thread that carries it out. Acts on the package {@code cluster} and tells of it in
 * the words of {@code history}. One thread runs a {@link io.tenure.faults.fault.Nemesis}; a fault
 * may have another of its own while it lasts.
 */
@NullMarked
package io.tenure.faults.fault;

import org.jspecify.annotations.NullMarked;
