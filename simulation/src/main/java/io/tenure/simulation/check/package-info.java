/**
 * The promises of the design, and an observer that verifies them.
 *
 * <p>{@link io.tenure.simulation.check.Checker} listens to the world like anybody else and looks
 * inside no server or client, so that the same checker judges other lock services. Each ledger
 * keeps what one or two promises are about and re-derives the rules naively, from the design and
 * not from the core. The first promise that does not hold ends the run with a {@link
 * io.tenure.simulation.check.PromiseBroken}.
 */
@NullMarked
package io.tenure.simulation.check;

import org.jspecify.annotations.NullMarked;
