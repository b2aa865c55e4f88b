/**
 * The kinds of faults: each class breaks one kind of thing and restores it.
 *
 * <p>In: the nodes of a run and random numbers. Out: a {@code Fault} that knows how to heal.
 *
 * <p>Threads: the thread of {@code Nemesis}.
 *
 * <p>May depend on: {@code cluster} and {@code fault}.
 */
@NullMarked
package io.tenure.faults.fault.kind;

import org.jspecify.annotations.NullMarked;
