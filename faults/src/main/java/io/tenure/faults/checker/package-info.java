/**
 * Decides by the history of a run whether Tenure kept its guarantees. {@link
 * io.tenure.faults.checker.Checker} is the entry point.
 *
 * <p>In: a complete history. Out: a {@link io.tenure.faults.checker.Verdict} for each guarantee.
 * What is reported as a violation is one; where the history leaves both possible, the case counts
 * as left out.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: {@code history} only: the lock rules are written here a second time, so that a
 * mistake in the core is seen.
 *
 * <p>The simulation has a checker of its own, {@code io.tenure.simulation.check}, which shares no
 * code with this one on purpose. That one runs inside the simulated world: it sees every replica
 * apply every command of the real core, at the one true time, and stops the world at the first
 * wrong step. This one has only what clients and watches of real processes wrote down: intervals
 * instead of moments, calls with unknown results, and events that arrive late. One checker for both
 * would have to use what the two inputs have in common. It could no longer compare replicas or
 * catch an event before any client sees it in the simulation, or it would have to treat exact times
 * as intervals and miss violations there. Two models written separately also find each other's
 * mistakes.
 */
@NullMarked
package io.tenure.faults.checker;

import org.jspecify.annotations.NullMarked;
