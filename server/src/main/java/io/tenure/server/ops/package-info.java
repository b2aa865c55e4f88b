/**
 * What operators observe: metrics, health, the HTTP endpoint, and the format of the log.
 *
 * <p>In: meters and the state of the shards. Out: Prometheus text, health answers and log lines.
 *
 * <p>Threads: HTTP requests have threads of their own.
 *
 * <p>May depend on: Micrometer and {@code shard}.
 */
@NullMarked
package io.tenure.server.ops;

import org.jspecify.annotations.NullMarked;
