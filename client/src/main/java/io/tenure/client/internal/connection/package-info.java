/**
 * The client's way to the servers: one stream to the leader, found again whenever the leader
 * changes, and calls that are sent again until they are answered. Knows the protocol's messages and
 * nothing of locks. Not part of the API.
 *
 * <p>Everything runs on the client's one thread, the {@link
 * io.tenure.client.internal.connection.ClientLoop}, unless it says otherwise.
 */
@NullMarked
package io.tenure.client.internal.connection;

import org.jspecify.annotations.NullMarked;
