/**
 * The {@code Connect} stream: frames of requests in, frames of replies and events out; and the
 * streams to other nodes that carry requests for shards led there.
 *
 * <p>In: client frames. Out: server frames, each with all replies that are ready.
 *
 * <p>Threads: the event loop of the connection.
 *
 * <p>May depend on: {@code call}, {@code forward} and {@code load} of the front end.
 */
@NullMarked
package io.tenure.server.api.stream;

import org.jspecify.annotations.NullMarked;
