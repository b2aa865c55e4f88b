/**
 * The way to the servers: one stream to the leader, found again whenever the leader changes, and
 * calls that are sent again until they are answered. Knows the messages of the protocol and nothing
 * of locks. Not part of the API.
 *
 * <p>In: calls to send. Out: replies to them.
 *
 * <p>Threads: one event loop for each client, {@link
 * io.tenure.client.internal.connection.ClientLoop}, unless a method says otherwise.
 *
 * <p>May depend on: the protocol and gRPC.
 */
@NullMarked
package io.tenure.client.internal.connection;

import org.jspecify.annotations.NullMarked;
