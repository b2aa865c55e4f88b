/**
 * The client's way to the servers: one stream to whoever leads, found again whenever that changes,
 * and calls that are sent again until they are answered. Knows the protocol's messages and nothing
 * of locks. Not part of the API.
 *
 * <p>Everything here runs on the client's one thread, the {@link io.tenure.client.connection.Loop},
 * unless it says otherwise.
 */
@NullMarked
package io.tenure.client.connection;

import org.jspecify.annotations.NullMarked;
