/**
 * Calls between nodes on the node port, apart from the engine, and the channels on which they are
 * made.
 *
 * <p>In: questions of other nodes. Out: answers, and questions to other nodes.
 *
 * <p>Threads: network threads. A question that waits or writes to disk is answered on another
 * thread.
 *
 * <p>May depend on: the protocol, gRPC, {@code raft} and {@code transport}.
 */
@NullMarked
package io.tenure.server.peer;

import org.jspecify.annotations.NullMarked;
