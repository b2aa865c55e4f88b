/**
 * Between the wire and the core. {@link io.tenure.server.api.encode.WireDecoder} decodes requests;
 * {@link io.tenure.server.api.encode.ReplyEncoder} encodes outcomes; {@link
 * io.tenure.server.api.encode.Errors} is the one place that knows the status of each reason and
 * whether a retry is safe.
 *
 * <p>In: messages of the protocol, or outcomes and events of the core. Out: the other.
 *
 * <p>Threads: any thread.
 *
 * <p>May depend on: the protocol and the core.
 */
@NullMarked
package io.tenure.server.api.encode;

import org.jspecify.annotations.NullMarked;
