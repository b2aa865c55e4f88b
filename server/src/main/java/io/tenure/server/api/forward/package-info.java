/**
 * Takes a call to the node that leads its shard, once, and knows whether it can have been executed
 * there.
 *
 * <p>In: a request that this node cannot execute. Out: the reply of the other node, or a failure
 * that says whether the call ever left this node.
 *
 * <p>Threads: the event loop of the client that called.
 *
 * <p>May depend on: {@code peer}, for the channels to other nodes.
 */
@NullMarked
package io.tenure.server.api.forward;

import org.jspecify.annotations.NullMarked;
