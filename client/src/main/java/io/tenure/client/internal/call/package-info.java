/**
 * What calls have in common: translation between protocol and API types, mapping of statuses to
 * exceptions, and plain calls that try several servers. Not part of the API.
 *
 * <p>In: requests of the API, statuses and replies of servers. Out: API types and exceptions.
 *
 * <p>Threads: the event loop for calls on a stream, the thread of the caller for plain calls.
 *
 * <p>May depend on: the protocol, gRPC, and {@code internal.connection}.
 */
@NullMarked
package io.tenure.client.internal.call;

import org.jspecify.annotations.NullMarked;
