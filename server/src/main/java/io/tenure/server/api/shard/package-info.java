/**
 * What the front end needs of each shard: which shard owns a key, since when requests wait, and
 * which holds operators have revoked.
 *
 * <p>In: events of the applier. Out: answers to calls.
 *
 * <p>Threads: the apply thread writes, any thread reads.
 *
 * <p>May depend on: the shard, its session clock and its watches; {@code error} of the front end.
 */
@NullMarked
package io.tenure.server.api.shard;

import org.jspecify.annotations.NullMarked;
