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
 */
@NullMarked
package io.tenure.faults.checker;

import org.jspecify.annotations.NullMarked;
