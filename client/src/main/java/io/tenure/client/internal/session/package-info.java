/**
 * A session of the client in each shard: opened on first use, kept alive, lost in time; and what is
 * held and asked for in it. Not part of the API.
 *
 * <p>Comes in: requests of the API classes, and replies from {@code internal.connection}. Goes out:
 * numbered calls, and grants and losses to the API classes. Everything runs on the client's loop,
 * except where a method says otherwise.
 */
@NullMarked
package io.tenure.client.internal.session;

import org.jspecify.annotations.NullMarked;
