/**
 * Guarantees that one wrong event breaks for good: exclusion, order of tokens, early expiry,
 * acknowledged results. Each class checks one.
 *
 * <p>In: an ordered history. Out: violations.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: {@code checker} and {@code history}.
 */
@NullMarked
package io.tenure.faults.checker.safety;

import org.jspecify.annotations.NullMarked;
