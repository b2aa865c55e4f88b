/**
 * Between the wire and the core. {@link io.tenure.server.api.encode.WireDecoder} decodes requests;
 * {@link io.tenure.server.api.encode.ReplyEncoder} encodes outcomes.
 *
 * <p>In: messages of the protocol, or outcomes and events of the core. Out: the other.
 *
 * <p>Threads: any thread.
 *
 * <p>May depend on: the protocol, the core, and {@code error} and {@code shard} of the front end.
 */
@NullMarked
package io.tenure.server.api.encode;

import org.jspecify.annotations.NullMarked;
