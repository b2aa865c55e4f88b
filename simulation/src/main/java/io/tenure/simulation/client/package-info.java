/**
 * Clients and what they protect: a client that follows the session rules, workers that acquire,
 * write and release at random, and resources that check fencing tokens. {@link
 * io.tenure.simulation.client.LockClient} and {@link io.tenure.simulation.client.Claim} are what
 * workers and stories use, whichever lock service is behind them; {@link
 * io.tenure.simulation.client.TenureClient} is the client of Tenure.
 *
 * <p>In: replies and pushed events. Out: calls to servers, writes to resources, and what the client
 * believes to hold.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: {@code world} and {@code cluster}.
 */
@NullMarked
package io.tenure.simulation.client;

import org.jspecify.annotations.NullMarked;
