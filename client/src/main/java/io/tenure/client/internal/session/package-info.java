/**
 * The session of a client in each shard: opened on first use, kept alive, lost in time; and what is
 * held and requested in it. Not part of the API.
 *
 * <p>In: requests of the API, and replies. Out: numbered calls; grants and losses, to the API.
 *
 * <p>Threads: the event loop, unless a method says otherwise.
 *
 * <p>May depend on: {@code internal.connection}, {@code internal.call} and {@code
 * internal.callback}.
 */
@NullMarked
package io.tenure.client.internal.session;

import org.jspecify.annotations.NullMarked;
