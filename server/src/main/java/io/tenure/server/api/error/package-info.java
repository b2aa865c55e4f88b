/**
 * What a caller is told when a call is not carried out: one reason each, with its gRPC status and
 * whether the same request may be sent again.
 *
 * <p>In: a reason, or a failure of the shard. Out: the error on the wire, or a status.
 *
 * <p>Threads: any thread.
 *
 * <p>May depend on: the protocol, gRPC, and the plain types of {@code apply}.
 */
@NullMarked
package io.tenure.server.api.error;

import org.jspecify.annotations.NullMarked;
