/**
 * Sockets and the threads that serve them; the number of open connections and the memory of each
 * outside the heap.
 *
 * <p>In: connections. Out: event loops for the front end and for calls to other nodes.
 *
 * <p>Threads: owns the {@code tenure-io} and {@code tenure-accept} threads.
 *
 * <p>May depend on: gRPC with Netty, and {@code thread}.
 */
@NullMarked
package io.tenure.server.transport;

import org.jspecify.annotations.NullMarked;
