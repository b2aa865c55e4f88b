/**
 * Memory of requests and replies in flight: for a call, a connection and the node. Refuses what
 * does not fit.
 *
 * <p>In: bytes that were taken or freed. Out: permission, refusal, or the connections that must be
 * closed.
 *
 * <p>Threads: bytes are counted on any thread; the rest runs on the event loop of the connection.
 *
 * <p>May depend on: gRPC, for the bytes that it keeps.
 */
@NullMarked
package io.tenure.server.api.load;

import org.jspecify.annotations.NullMarked;
