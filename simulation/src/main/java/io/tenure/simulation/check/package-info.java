/**
 * The guarantees, and an observer that verifies them. {@link io.tenure.simulation.check.Checker} is
 * the entry point; each ledger keeps what one or two guarantees are about.
 *
 * <p>In: what happens in the world, as any {@code Trace} hears it. Out: {@link
 * io.tenure.simulation.check.PromiseBroken}, thrown at the first guarantee that does not hold. The
 * rules are derived from the design, not from the core, and nothing inside a server or client is
 * read, so the same checker judges other lock services.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: {@code world} and {@code core.model}.
 */
@NullMarked
package io.tenure.simulation.check;

import org.jspecify.annotations.NullMarked;
