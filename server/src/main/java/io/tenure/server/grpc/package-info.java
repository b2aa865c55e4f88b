/**
 * The front end: streams and plain calls in, replies and events out, calls between nodes.
 *
 * <p>The only package that imports gRPC and the protocol. Calls run on the transport's threads and
 * never block them.
 */
@NullMarked
package io.tenure.server.grpc;

import org.jspecify.annotations.NullMarked;
