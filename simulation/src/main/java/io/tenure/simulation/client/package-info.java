/**
 * Clients and what they protect: a client library that follows the session rules, workers that ask,
 * hold, write and release at random, and resources that check fencing tokens.
 *
 * <p>{@link io.tenure.simulation.client.LockClient} and {@link io.tenure.simulation.client.Claim}
 * are what workers and stories use, whichever lock service stands behind them; {@link
 * io.tenure.simulation.client.TenureClient} is Tenure's. Depends on the world and, for Tenure's
 * client, on the cluster it talks to.
 */
@NullMarked
package io.tenure.simulation.client;

import org.jspecify.annotations.NullMarked;
