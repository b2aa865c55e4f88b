/**
 * The front end: streams and plain calls in, replies and events out, calls between nodes.
 *
 * <p>The only package that imports gRPC and the protocol. A connection belongs to one thread of the
 * transport, its loop; everything about its calls happens there, and nothing there blocks. What
 * other threads have for a call (the applier an outcome, the session clock an answer, a read its
 * result) they leave for its loop. Listings run on threads of their own; the notices of a plain
 * watch are sent by the thread that delivers them.
 *
 * <p>The way of a request: {@code TenureService} → {@code ConnectStream} or {@code PlainCall},
 * where replies go → {@code Calls}, which finds the shard and makes a {@code Call} of it → the
 * shard, and back to the call by its outcome.
 */
@NullMarked
package io.tenure.server.grpc;

import org.jspecify.annotations.NullMarked;
