/**
 * The {@code Connect} stream: frames of requests in, frames of replies and events out, and the
 * streams to other nodes that carry requests for shards led there.
 *
 * <p>Runs on the loop of the connection.
 */
@NullMarked
package io.tenure.server.api.stream;

import org.jspecify.annotations.NullMarked;
