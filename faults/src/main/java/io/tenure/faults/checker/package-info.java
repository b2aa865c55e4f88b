/**
 * Decides by the history of a run whether Tenure kept its promises. Depends on the history only:
 * the lock rules are written down here a second time, so that a mistake in the first is seen. Pure
 * functions, on the thread of the caller.
 *
 * <p>What is called a violation certainly is one. Times were taken by those who saw something,
 * which is later than when it happened, and a result that nobody knows counts neither as done nor
 * as not done. Where that leaves both possible, nothing is said, and the case counts as left out.
 */
@NullMarked
package io.tenure.faults.checker;

import org.jspecify.annotations.NullMarked;
