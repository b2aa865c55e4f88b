/**
 * Guarantees that something happens in the end: progress, recovery, nothing left behind. Each class
 * checks one.
 *
 * <p>In: an ordered history. Out: violations.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: {@code checker} and {@code history}.
 */
@NullMarked
package io.tenure.faults.checker.liveness;

import org.jspecify.annotations.NullMarked;
