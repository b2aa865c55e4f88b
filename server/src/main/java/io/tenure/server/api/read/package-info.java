/**
 * What reads need that take long: threads, limits, snapshots of the state that listings share; and
 * pages of sessions.
 *
 * <p>In: a task or the position of a page. Out: its result, bounded in size.
 *
 * <p>Threads: those of {@link io.tenure.server.api.read.ReadExecutor}, which read captured
 * snapshots.
 *
 * <p>May depend on: {@code encode}, {@code error} and {@code shard} of the front end; the shard.
 */
@NullMarked
package io.tenure.server.api.read;

import org.jspecify.annotations.NullMarked;
