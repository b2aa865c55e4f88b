/**
 * Calls that read: one key, pages of keys, pages of sessions.
 *
 * <p>In: a key or the position of a page. Out: a reply that is bounded in size.
 *
 * <p>Threads: one key is read on the event loop, under the lock of the state. Longer reads run on
 * the threads of {@link io.tenure.server.api.read.ReadExecutor}, on a captured snapshot.
 *
 * <p>May depend on: {@code call} and {@code encode} of the front end; the shard.
 */
@NullMarked
package io.tenure.server.api.read;

import org.jspecify.annotations.NullMarked;
