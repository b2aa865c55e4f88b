/**
 * Calls that only read the state of a shard, and what reads need that take long: threads, limits,
 * snapshots of the state that listings share; and pages of sessions.
 *
 * <p>In: a request that found its shard, or the position of a page. Out: its result, bounded in
 * size.
 *
 * <p>Threads: a call is on the event loop of its connection; what takes long is on the threads of
 * {@link io.tenure.server.api.read.ReadExecutor}, which read captured snapshots.
 *
 * <p>May depend on: {@code encode}, {@code error}, {@code load}, {@code request} and {@code shard}
 * of the front end; the shard.
 */
@NullMarked
package io.tenure.server.api.read;

import org.jspecify.annotations.NullMarked;
